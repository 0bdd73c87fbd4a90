import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import type { ExpenseState } from '../domain/expense.js';
import { openOwnEvents } from '../testing/own-events.js';
import { asked } from '../testing/stories.js';
import { ExpenseStream, type StateListener } from './expense-stream.js';
import { EXPENSE_PREFIX, foldExpense } from './facts.js';

const context = { actor: null, correlationId: 'test' };

it('a command that lands once is told to the read model as the store has it, whoever of two wrote it', async () => {
  const folder = await tempFolder('stream');
  const events = await openOwnEvents(folder.path);
  const written: ExpenseState[] = [];
  const listener: StateListener = { written: async ({ state }) => void written.push(state) };
  const early = new ExpenseStream(events, listener, new TestClock('2026-06-15T10:00:00.000Z'), new SeededIds('a'));
  const late = new ExpenseStream(events, listener, new TestClock('2026-06-15T11:00:00.000Z'), new SeededIds('b'));
  await early.execute('e1', context, () => asked.create());
  await early.execute('e1', context, () => asked.approve());
  written.length = 0;

  // Both have read the stream before either writes: the second append is a repetition of the first.
  let arrived = 0;
  let open: () => void = () => undefined;
  const both = new Promise<void>((resolve) => (open = resolve));
  const pay = async () => {
    arrived += 1;
    if (arrived === 2) open();
    await both;
    return asked.pay();
  };
  const eventId = () => 'aaaaaaaa-0000-4000-8000-000000000001';
  await Promise.all([early.execute('e1', context, pay, { eventId }), late.execute('e1', context, pay, { eventId })]);

  const stored = await events.readStream(`${EXPENSE_PREFIX}e1`);
  expect(stored.filter(({ type }) => type === 'ExpensePaid')).toHaveLength(1);
  expect(written).toEqual([foldExpense(stored), foldExpense(stored)]);
  await events.close();
  await folder.remove();
});
