import {
  comparePositions,
  EventStoreOutcomeUnknown,
  EventStoreUnavailable,
  WrongExpectedRevision,
} from './event-store.js';

test.each([
  ['0', '0', 0],
  ['1', '2', -1],
  ['2', '1', 1],
  ['9', '10', -1],
  ['1152921504606846976', '1152921504606846977', -1],
  ['18446744073709551615', '18446744073709551614', 1],
])('comparePositions(%s, %s) is %i: numbers of 64 bits, not text', (a, b, order) => {
  expect(comparePositions(a, b)).toBe(order);
});

test('the errors have names, and carry what a caller needs', () => {
  expect(new WrongExpectedRevision('expense-1', 'no-stream', 3)).toMatchObject({
    name: 'WrongExpectedRevision',
    message: 'Stream expense-1 is at 3, not at no-stream',
    stream: 'expense-1',
    expected: 'no-stream',
    actual: 3,
  });
  const cause = new Error('disk full');
  expect(new EventStoreUnavailable('The event store cannot be used', { cause })).toMatchObject({
    name: 'EventStoreUnavailable',
    cause,
  });
  expect(new EventStoreOutcomeUnknown('The commit failed', { cause })).toMatchObject({
    name: 'EventStoreOutcomeUnknown',
    message: 'The commit failed',
    cause,
  });
});
