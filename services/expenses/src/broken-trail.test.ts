import { Logger } from '@nestjs/common';
import {
  approveExpense,
  auditExpense,
  createExpense,
  listExpenses,
  payExpenses,
  readProjectionState,
  rejectExpense,
  reviseExpense,
  summarizeExpenses,
  type ExpenseView,
  type MessageContext,
} from '@outlay/contracts';
import { eventHash } from '@outlay/event-store';
import { eventually } from '@outlay/testing';
import { randomUUID } from 'node:crypto';
import { DatabaseSync } from 'node:sqlite';
import { join } from 'node:path';
import { embedded } from '@outlay/event-store/contract';
import { EXPENSES_COLLECTION } from './read-models/expense.model.js';
import { expensesOf } from './testing/expenses-of.js';
import { aSubmission, anna, boss, runExpenses } from './testing/running-expenses.js';
import { QuarantineStore } from './projections/quarantine.store.js';

const NO_FILTER = { statuses: null, user: null, category: null, q: null };

embedded.describe('a claim whose stored events were changed in the file', () => {
  let service: Awaited<ReturnType<typeof runExpenses>>;
  beforeAll(async () => {
    Logger.overrideLogger(false);
    service = await runExpenses();
  });
  afterAll(() => service.close());

  const submit = async (context: MessageContext = anna): Promise<ExpenseView> =>
    (await service.call(createExpense, aSubmission(), context)).expense;
  const approve = ({ id }: ExpenseView) =>
    service.call(approveExpense, { id, expectedRevision: null, approveAnyway: true }, boss);
  const pay = (...expenses: ExpenseView[]) => service.call(payExpenses, { ids: expenses.map(({ id }) => id) }, boss);
  const run = (sql: string, ...parameters: (string | number)[]) => {
    const database = new DatabaseSync(join(service.folder, 'events.db'));
    database.prepare(sql).run(...parameters);
    database.close();
  };
  const raiseAmount = ({ uniqueId }: ExpenseView, revision = 0) =>
    run(
      `UPDATE events SET data = json_set(data, '$.details.amount', '9999.00') WHERE stream = ? AND revision = ?`,
      uniqueId,
      revision,
    );
  const lose = ({ uniqueId }: ExpenseView, from: number) =>
    run('DELETE FROM events WHERE stream = ? AND revision >= ?', uniqueId, from);
  const quarantined = async () => (await new QuarantineStore(service.documents).list(100)).map(({ _id }) => _id);
  const list = async () => {
    const request = { scope: 'all', limit: 500, cursor: null, sort: 'created_at', knownVersions: [] } as const;
    const page = await service.call(listExpenses, { ...request, knownVersions: [], filter: NO_FILTER }, boss);
    return expensesOf(page).map(({ id }) => id);
  };

  it('is neither decided on, changed nor paid, and others are', async () => {
    const [altered, other] = [await submit(), await submit()];
    raiseAmount(altered);
    await expect(approve(altered)).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    const { id } = altered;
    const reason = 'No';
    for (const refused of [
      service.call(rejectExpense, { id, expectedRevision: null, reason }, boss),
      service.call(reviseExpense, { ...aSubmission(), id, removeReceipt: false, expectedRevision: null }, anna),
      service.call(auditExpense, { id, asOf: null }, boss),
    ])
      await expect(refused).rejects.toMatchObject({ code: 'TRAIL_BROKEN', details: { stream: altered.uniqueId } });
    await expect(approve(other)).resolves.toMatchObject({ expense: { status: 'approved' } });
    expect(await quarantined()).toContain(altered.uniqueId);
    expect(await list()).toContain(id);
    await expect(service.call(summarizeExpenses, { scope: 'all', filter: NO_FILTER }, boss)).resolves.toBeDefined();
  });

  it('is not approved if only its last event was altered, or lost, or all of them', async () => {
    const [last, lost, gone] = [await submit(), await submit(), await submit()];
    run(
      `UPDATE events SET data = json_set(data, '$.receipt.size', 7) WHERE stream = ? AND revision = 1`,
      last.uniqueId,
    );
    lose(lost, 1);
    lose(gone, 0);
    for (const expense of [last, lost, gone])
      await expect(approve(expense)).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    expect(await quarantined()).toEqual(expect.arrayContaining([last, lost, gone].map(({ uniqueId }) => uniqueId)));
  });

  it.each<[string, string]>([
    ['an unknown type', `type = 'ExpenseShredded'`],
    ['a version of a later release', `metadata = json_set(metadata, '$.schemaVersion', 2)`],
    ['data of another shape', `data = '{"reason":7}'`],
    ['data that is not JSON', `data = '{"reason":'`],
    ['no metadata', `metadata = 'null'`],
  ])('with %s is kept apart, while all others go on', async (_, change) => {
    const [bad, other] = [await submit(), await submit()];
    run(`UPDATE events SET ${change} WHERE stream = ? AND revision = 1`, bad.uniqueId);
    await expect(approve(bad)).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    await expect(approve(other)).resolves.toMatchObject({ expense: { status: 'approved' } });
    const later = await submit();
    expect(await list()).toEqual(expect.arrayContaining([bad.id, other.id, later.id]));
    const summary = await service.call(summarizeExpenses, { scope: 'all', filter: NO_FILTER }, boss);
    expect(summary.totals.reduce((sum, { count }) => sum + count, 0)).toBeGreaterThan(0);
    // A projector that starts anew passes over it.
    await service.restart(async () => {
      await service.documents.collection('checkpoints').deleteMany({});
      await service.documents.collection(EXPENSES_COLLECTION).deleteMany({});
    });
    await eventually(async () => (await list()).includes(later.id));
    expect(await quarantined()).toContain(bad.uniqueId);
    const state = await service.call(readProjectionState, {}, boss);
    expect(state.streams.map(({ stream }) => stream)).toContain(bad.uniqueId);
    await expect(service.call(readProjectionState, {}, anna)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('to which an event was appended that the rules do not allow is kept apart, also by a start', async () => {
    const [forged, other] = [await submit(), await submit()];
    for (const expense of [forged, other]) await approve(expense);
    await pay(forged);
    const stream = forged.uniqueId;
    const last = (await service.eventStore.readStream(stream)).at(-1);
    if (!last) throw new Error('The claim has events');
    const data = { paymentId: 'again' };
    const metadata = { ...(last.metadata as object), previousHash: eventHash(last) };
    await service.restart(async () => {
      await service.eventStore.append(
        stream,
        [{ id: randomUUID(), type: 'ExpensePaid', data, metadata }],
        last.revision,
      );
    });
    await eventually(async () => (await quarantined()).includes(stream));
    await expect(approve(forged)).rejects.toMatchObject({
      code: 'TRAIL_BROKEN',
      message: expect.stringContaining('ExpensePaid, which the rules do not allow after the events before it'),
    });
    await expect(pay(other)).resolves.toMatchObject({ paidCount: 1 });
    expect(await list()).toEqual(expect.arrayContaining([forged.id, other.id]));
  });

  it('is not paid: neither alone, nor with others', async () => {
    const approved = [await submit(), await submit()];
    for (const expense of approved) await approve(expense);
    const [altered, other] = approved as [ExpenseView, ExpenseView];
    raiseAmount(altered);
    await expect(pay(altered)).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    await expect(pay(altered, other)).rejects.toMatchObject({ code: 'TRAIL_BROKEN' });
    await expect(pay(other)).resolves.toMatchObject({ paidCount: 1 });
  });
});
