import { approveExpense, createExpense, payExpenses, type ExpenseView, type MessageContext } from '@outlay/contracts';
import { EventStoreOutcomeUnknown } from '@outlay/event-store';
import { aSubmission, anna, boss, runExpenses } from './testing/running-expenses.js';

const unknown = { code: 'OUTCOME_UNKNOWN' };

describe('a request whose append gets no answer', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses();
  });
  afterAll(() => service.close());

  let keys = 0;
  const keyed = (context: MessageContext) => ({ ...context, idempotencyKey: `test-key-${(keys += 1)}` });
  const submission = aSubmission();
  const create = (context: MessageContext) => service.call(createExpense, submission, context);
  const typesIn = async ({ id }: { id: string }) =>
    (await service.eventStore.readStream(`expense-${id}`)).map(({ type }) => type);

  /** The next append to such a stream gets no answer; the result carries it out. */
  function holdAppend(prefix: string): () => Promise<unknown> {
    const { eventStore } = service;
    const append = eventStore.append.bind(eventStore);
    let held = (): Promise<unknown> => Promise.reject(new Error('Nothing was held'));
    eventStore.append = (...request) => {
      if (!request[0].startsWith(prefix)) return append(...request);
      eventStore.append = append;
      held = () => append(...request);
      return Promise.reject(new EventStoreOutcomeUnknown('no answer'));
    };
    return () => held();
  }

  it('finds on its retry what was written late', async () => {
    const context = keyed(anna);
    const carryOut = holdAppend('expense-');
    await expect(create(context)).rejects.toMatchObject(unknown);
    await carryOut();
    const { expense } = await create(context);
    expect(await typesIn(expense)).toEqual(['ExpenseSubmitted', 'ReceiptAttached']);
  });

  it('is not written after its retry', async () => {
    const context = keyed(anna);
    const carryOut = holdAppend('expense-');
    await expect(create(context)).rejects.toMatchObject(unknown);
    const { expense } = await create(context);
    await expect(carryOut()).rejects.toMatchObject({ name: 'WrongExpectedRevision' });
    expect(await typesIn(expense)).toEqual(['ExpenseSubmitted', 'ReceiptAttached']);
  });

  describe('for a payment', () => {
    const approved = async (): Promise<ExpenseView> => {
      const { expense } = await create(anna);
      return (await service.call(approveExpense, { id: expense.id, expectedRevision: null, approveAnyway: true }, boss))
        .expense;
    };

    it.each(['payment-', 'expense-'])('to a stream %s… is one payment with its retry', async (prefix) => {
      const context = keyed(boss);
      const expense = await approved();
      const carryOut = holdAppend(prefix);
      const pay = () => service.call(payExpenses, { ids: [expense.id] }, context);
      await expect(pay()).rejects.toMatchObject(unknown);
      await carryOut();
      await expect(pay()).resolves.toMatchObject({ paidCount: 1 });
      expect((await typesIn(expense)).filter((type) => type === 'ExpensePaid')).toHaveLength(1);
    });
  });
});
