import { Logger } from '@nestjs/common';
import { approveExpense, createExpense, listExpenses, payExpenses } from '@outlay/contracts';
import { EXPENSE_PREFIX } from './stream/stream-types.js';
import { serviceDoubles } from './testing/service-doubles.js';
import { aSubmission, anna, boss, runExpenses } from './testing/running-expenses.js';

describe('while the document store is down, the expenses service', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeEach(async () => {
    service = await runExpenses();
  });
  afterEach(() => service.close());

  const typesOf = async (id: string) =>
    (await service.eventStore.readStream(EXPENSE_PREFIX + id)).map(({ type }) => type);
  const documentsGoDown = () => {
    Logger.overrideLogger(false);
    return service.documents.close();
  };

  it('saves a claim and refuses queries', async () => {
    await documentsGoDown();
    const { expense, duplicateWarning } = await service.call(createExpense, aSubmission(), anna);
    expect(expense.status).toBe('submitted');
    expect(duplicateWarning).toBeUndefined();
    expect(await typesOf(expense.id)).toContain('ExpenseSubmitted');
    const filter = { statuses: null, user: null, category: null, q: null };
    const own = { scope: 'own', limit: 4, cursor: null, sort: 'created_at', filter, knownVersions: [] } as const;
    await expect(service.call(listExpenses, { ...own, knownVersions: [] }, anna)).rejects.toMatchObject({
      code: 'SERVICE_UNAVAILABLE',
    });
  });

  it('pays and requests the report', async () => {
    const { expense } = await service.call(createExpense, aSubmission(), anna);
    await service.call(approveExpense, { id: expense.id, expectedRevision: null, approveAnyway: false }, boss);
    await documentsGoDown();
    const { paymentId, paidCount } = await service.call(payExpenses, { ids: [expense.id] }, boss);
    expect(paidCount).toBe(1);
    expect((await typesOf(expense.id)).at(-1)).toBe('ExpensePaid');
    expect(serviceDoubles.requested.map((request) => request.paymentId)).toContain(paymentId);
  });
});
