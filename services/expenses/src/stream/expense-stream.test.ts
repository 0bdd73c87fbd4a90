import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import type { ExpenseState } from '../domain/expense.js';
import { openTestEventStore } from '../testing/test-event-store.js';
import { aCommand } from '../testing/builders.js';
import { ExpenseStream, type StateListener } from './expense-stream.js';
import { EXPENSE_PREFIX, foldExpense } from './stored-events.js';

const context = { actor: null, correlationId: 'test' };

it('two concurrent writers of the same event both notify the read model with the stored event', async () => {
  const folder = await tempFolder('stream');
  const events = await openTestEventStore(folder.path);
  const states: ExpenseState[] = [];
  const listener: StateListener = { stateChanged: async ({ state }) => void states.push(state) };
  const early = new ExpenseStream(events, listener, new TestClock('2026-06-15T10:00:00.000Z'), new SeededIds('a'));
  const late = new ExpenseStream(events, listener, new TestClock('2026-06-15T11:00:00.000Z'), new SeededIds('b'));
  await early.execute('e1', context, () => aCommand.create());
  await early.execute('e1', context, () => aCommand.approve());
  states.length = 0;

  // Both read the stream before either appends, so the second append repeats the first.
  let readers = 0;
  let resolve: () => void = () => undefined;
  const bothHaveRead = new Promise<void>((done) => (resolve = done));
  const pay = async () => {
    readers += 1;
    if (readers === 2) resolve();
    await bothHaveRead;
    return aCommand.pay();
  };
  const eventId = () => 'aaaaaaaa-0000-4000-8000-000000000001';
  await Promise.all([early.execute('e1', context, pay, { eventId }), late.execute('e1', context, pay, { eventId })]);

  const stored = await events.readStream(`${EXPENSE_PREFIX}e1`);
  expect(stored.filter(({ type }) => type === 'ExpensePaid')).toHaveLength(1);
  expect(states).toEqual([foldExpense(stored), foldExpense(stored)]);
  await events.close();
  await folder.remove();
});
