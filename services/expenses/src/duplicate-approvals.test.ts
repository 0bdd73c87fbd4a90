import {
  amendExpense,
  approveExpense,
  auditExpense,
  createExpense,
  reviseExpense,
  type ExpenseView,
} from '@outlay/contracts';
import { loadStream } from '@outlay/event-sourcing';
import { eventually } from '@outlay/testing';
import { duplicateGroupOf } from './read-models/expense.model.js';
import { EXPENSE } from './stream/stream-types.js';
import { aSubmission, anna, as, boss, runExpenses } from './testing/running-expenses.js';
import { DUPLICATE_LOCKS, type DuplicateLock } from './workflows/duplicate-lock.store.js';

const chief = as('chief', 'super_admin');

describe('of two duplicates', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    service = await runExpenses(2);
  });
  afterAll(() => service.close());

  let cents = 0;
  const submit = async (amount: string): Promise<ExpenseView> =>
    (await service.call(createExpense, aSubmission({ amount }), anna)).expense;
  const duplicates = async (): Promise<[ExpenseView, ExpenseView]> => {
    cents += 1;
    const amount = (cents / 100).toFixed(2);
    return [await submit(amount), await submit(amount)];
  };
  const approve = ({ id }: ExpenseView, over: { approveAnyway?: boolean; expectedRevision?: number } = {}, by = boss) =>
    service.call(approveExpense, { id, expectedRevision: null, approveAnyway: false, ...over }, by);
  const setAmount = ({ id }: ExpenseView, amount: string) =>
    service.call(
      reviseExpense,
      { ...aSubmission({ amount }), receipt: null, id, removeReceipt: false, expectedRevision: null },
      anna,
    );
  const amend = (
    { id, date, currency, revision }: ExpenseView,
    amount: string | null,
    approveAnyway = false,
    expectedRevision: number | null = revision,
  ) =>
    service.call(
      amendExpense,
      {
        id,
        expectedRevision,
        today: null,
        original: { amount: amount ?? undefined, currency: currency ?? undefined, date: date ?? undefined },
        clearOverride: false,
        metadata: null,
        reimbursement: null,
        approveAnyway,
      },
      chief,
    );
  const stored = ({ id }: ExpenseView) => loadStream(EXPENSE, service.eventStore, id);
  const locks = () => service.documents.collection<DuplicateLock>(DUPLICATE_LOCKS);
  /** The lock of an approval that crashed before its append. */
  const leaveLock = async (expense: ExpenseView) => {
    const { state, revision } = await stored(expense);
    const until = service.clock.now().getTime() + 10_000;
    await locks().insertOne({ _id: duplicateGroupOf(state) ?? '', expenseId: expense.id, revision, until });
  };
  const possibleDuplicate = ({ expenseId }: ExpenseView) => ({
    code: 'POSSIBLE_DUPLICATE',
    details: { duplicates: [expenseId] },
  });

  it('one is approved and the other refused as a possible duplicate, in 200 races of two concurrent approvals', async () => {
    for (let race = 0; race < 200; race += 1) {
      const [one, two] = await duplicates();
      const results = await Promise.allSettled([approve(one), approve(two, {}, chief)]);
      const winner = results[0].status === 'fulfilled' ? one : two;
      const refused = results.filter(({ status }) => status === 'rejected');
      expect(refused).toMatchObject([{ reason: possibleDuplicate(winner) }]);
    }
  }, 120_000);

  it('both are approved by concurrent "Approve Anyway", and the second records the dismissed warning', async () => {
    const [one, two] = await duplicates();
    await Promise.all([approve(one, { approveAnyway: true }), approve(two, { approveAnyway: true })]);
    const trails = await Promise.all([one, two].map(({ id }) => service.call(auditExpense, { id, asOf: null }, boss)));
    const dismissed = trails.map(({ entries }) => entries.some(({ action }) => action === 'duplicate_dismissed'));
    expect(dismissed.filter(Boolean)).toHaveLength(1);
  });

  it('one is refused at once while the append of the other is in progress', async () => {
    const [one, two] = await duplicates();
    const { eventStore } = service;
    const append = eventStore.append.bind(eventStore);
    let isAppending = false;
    let proceed: () => void = () => undefined;
    const held = new Promise<void>((resolve) => (proceed = resolve));
    eventStore.append = async (...args) => {
      isAppending = true;
      await held;
      return append(...args);
    };
    const first = approve(one);
    await eventually(() => isAppending);
    eventStore.append = append;
    const second = await approve(two).catch((error: unknown) => error);
    proceed();
    expect(second).toMatchObject(possibleDuplicate(one));
    await expect(first).resolves.toMatchObject({ expense: { status: 'approved' } });
  });

  it('one that was edited to another amount and back is refused once the other is approved', async () => {
    const [one, two] = await duplicates();
    await leaveLock(one);
    await setAmount(one, '888.88');
    await approve(two);
    await setAmount(one, two.amount ?? '');
    await expect(approve(one)).rejects.toMatchObject(possibleDuplicate(two));
  });

  it('one whose approval was refused does not block the other', async () => {
    const [one, two] = await duplicates();
    await expect(approve(one, { expectedRevision: 99 })).rejects.toMatchObject({ code: 'VERSION_CONFLICT' });
    await expect(approve(two)).resolves.toMatchObject({ expense: { status: 'approved' } });
  });

  it('both are never approved with the same amount while one is being edited, in 40 races', async () => {
    for (let race = 0; race < 40; race += 1) {
      const [one, two] = await duplicates();
      const amount = one.amount ?? '';
      await Promise.allSettled([
        setAmount(one, '999.99').then(() => setAmount(one, amount)),
        approve(one),
        approve(two, {}, chief),
        approve(one, {}, chief),
        approve(two),
      ]);
      const states = (await Promise.all([one, two].map(stored))).map(({ state }) => state);
      const approved = states.filter(({ status }) => status === 'approved').map(duplicateGroupOf);
      expect(new Set(approved).size).toBe(approved.length);
    }
  }, 60_000);

  it('one is approved when the other’s approved claim is amended to be like it, in 40 races', async () => {
    for (let race = 0; race < 40; race += 1) {
      const amended = (await approve(await submit((5000 + race).toFixed(2)))).expense;
      cents += 1;
      const like = await submit((cents / 100).toFixed(2));
      const results = await Promise.allSettled([amend(amended, like.amount), approve(like)]);
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const winner = results[0].status === 'fulfilled' ? amended : like;
      expect(results.find(({ status }) => status === 'rejected')).toMatchObject({ reason: possibleDuplicate(winner) });
    }
  }, 60_000);
});
