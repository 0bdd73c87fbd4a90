import { Logger } from '@nestjs/common';
import { createExpense, OutlayError } from '@outlay/contracts';
import { systemIds } from '@outlay/time';
import { TestClock, tempFolder } from '@outlay/testing';
import { openTestEventStore } from '@outlay/event-store/contract';
import type { ExpenseState } from '../domain/expense.js';
import { aCommand } from '../testing/builders.js';
import { ExpenseStream, type StateListener } from './expense-stream.js';
import { EXPENSE_PREFIX, foldExpense } from './stream-types.js';

const context = { actor: null, correlationId: 'test' };

it('two concurrent writers of the same payment append one event, and both return it', async () => {
  const folder = await tempFolder('stream');
  const events = await openTestEventStore(folder.path);
  const states: ExpenseState[] = [];
  const listener: StateListener = { stateChanged: async ({ state }) => void states.push(state) };
  const early = new ExpenseStream(events, listener, new TestClock('2026-06-15T10:00:00.000Z'), systemIds);
  const late = new ExpenseStream(events, listener, new TestClock('2026-06-15T11:00:00.000Z'), systemIds);
  await early.execute('e1', context, () => aCommand.create());
  await early.execute('e1', context, () => aCommand.approve());
  states.length = 0;

  // Both read the stream before either appends, so one of the appends is refused.
  let readers = 0;
  let resolve: () => void = () => undefined;
  const bothHaveRead = new Promise<void>((done) => (resolve = done));
  const pay = async () => {
    readers += 1;
    if (readers === 2) resolve();
    await bothHaveRead;
    return aCommand.pay();
  };
  const paid = await Promise.all([early.execute('e1', context, pay), late.execute('e1', context, pay)]);

  const stored = await events.readStream(`${EXPENSE_PREFIX}e1`);
  expect(stored.filter(({ type }) => type === 'ExpensePaid')).toHaveLength(1);
  expect(states).toEqual([foldExpense(stored)]);
  expect(paid.map(({ state }) => state)).toEqual([foldExpense(stored), foldExpense(stored)]);
  await events.close();
  await folder.remove();
});

describe('an expense stream', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let events: Awaited<ReturnType<typeof openTestEventStore>>;
  let projected: ExpenseState[];
  let isDown: boolean;
  let streams: ExpenseStream;
  beforeEach(async () => {
    folder = await tempFolder('stream');
    events = await openTestEventStore(folder.path);
    projected = [];
    isDown = false;
    const stateChanged = async ({ state }: { state: ExpenseState }) => {
      if (isDown) throw new Error('The document store is down');
      projected.push(state);
    };
    streams = new ExpenseStream(events, { stateChanged }, new TestClock(), systemIds);
  });
  afterEach(async () => {
    await events.close();
    await folder.remove();
  });

  it('updates the read model after a change only', async () => {
    const created = await streams.execute('e1', context, () => aCommand.create());
    const repeated = await streams.execute('e1', context, () => aCommand.create());
    expect([created.isProjected, repeated.isProjected]).toEqual([true, true]);
    expect(projected).toEqual([created.state]);
  });

  it('accepts a command while the read model is down, and reports that', async () => {
    isDown = true;
    Logger.overrideLogger(false);
    await expect(streams.execute('e1', context, () => aCommand.create())).resolves.toMatchObject({
      isProjected: false,
      state: { status: 'submitted' },
    });
  });

  it('updates the read model on a retry of a creation', async () => {
    const keyed = { ...context, idempotencyKey: 'a-key' };
    const request = { operation: createExpense, actorId: 'anna', payload: ['submitted'] };
    const created = await streams.create(request, keyed, () => aCommand.create());
    await expect(
      streams.create(request, keyed, () => Promise.reject(new OutlayError('SERVICE_UNAVAILABLE', 'No rates today'))),
    ).resolves.toEqual(created);
    expect(projected).toEqual([created.state, created.state]);
    await expect(
      streams.create({ ...request, payload: ['draft'] }, keyed, () => aCommand.create()),
    ).rejects.toMatchObject({
      code: 'IDEMPOTENCY_KEY_REUSED',
    });
  });

  it('creates another expense for each request without a key', async () => {
    const request = { operation: createExpense, actorId: 'anna', payload: ['submitted'] };
    const first = await streams.create(request, context, () => aCommand.create());
    const second = await streams.create(request, context, () => aCommand.create());
    expect(second.id).not.toBe(first.id);
    expect(projected).toEqual([first.state, second.state]);
  });

  it('rejects the retry of a creation whose expense has been deleted since', async () => {
    const keyed = { ...context, idempotencyKey: 'a-key' };
    const request = { operation: createExpense, actorId: 'anna', payload: ['draft'] };
    const { id } = await streams.create(request, keyed, () => aCommand.create({ status: 'draft' }));
    await streams.execute(id, context, () => aCommand.delete());
    await expect(streams.create(request, keyed, () => aCommand.create())).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  it('is loaded as of a revision', async () => {
    await streams.execute('e1', context, () => aCommand.create({ status: 'draft' }));
    await streams.execute('e1', context, () => aCommand.delete());
    await expect(streams.loadAsOf('e1', 0)).resolves.toMatchObject({ status: 'draft', claim: { receipt: null } });
    await expect(streams.loadAsOf('e1', 1)).resolves.toMatchObject({ claim: { receipt: { fileName: 'r1.pdf' } } });
    await expect(streams.loadAsOf('e1', 2)).resolves.toBeNull();
    await expect(streams.loadAsOf('e1', 3)).resolves.toBeNull();
    await expect(streams.loadAsOf('e2', 0)).resolves.toBeNull();
  });

  it('finds existing expenses only', async () => {
    await streams.execute('e1', context, () => aCommand.create({ status: 'draft' }));
    await expect(streams.loadExisting('e1')).resolves.toMatchObject({
      id: 'e1',
      revision: 1,
      expense: { status: 'draft' },
    });
    await streams.execute('e1', context, () => aCommand.delete());
    for (const id of ['e1', 'e2']) {
      await expect(streams.loadExisting(id)).rejects.toMatchObject({ code: 'NOT_FOUND', details: { expenseId: id } });
    }
  });
});
