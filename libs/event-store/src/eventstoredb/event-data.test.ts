import { anEvent } from '../contract/fixtures.js';
import { toEventData, toRecordedEvent } from './event-data.js';
import { toPosition, toReadPosition } from './position.js';

const recorded = {
  id: 'e-1',
  type: 'SomethingHappened',
  data: { n: 1 },
  metadata: { m: 2 },
  streamId: 'expense-1',
  revision: 3n,
  position: { commit: 2n ** 60n, prepare: 2n ** 60n },
  created: new Date('2026-01-01T00:00:00.000Z'),
  isJson: true as const,
};

test('a recorded event has the server’s position and time', () => {
  expect(toRecordedEvent({ event: recorded })).toEqual({
    id: 'e-1',
    type: 'SomethingHappened',
    data: { n: 1 },
    metadata: { m: 2 },
    stream: 'expense-1',
    revision: 3,
    position: '1152921504606846976',
    recordedAt: '2026-01-01T00:00:00.000Z',
  });
});

test.each([
  ['without a position', { event: { ...recorded, position: undefined } }],
  ['without an event', { event: undefined }],
])('a reply %s means that the server is too old', (_, reply) => {
  expect(() => toRecordedEvent(reply)).toThrow('EventStoreDB 23.10 or later is needed');
});

test('metadata is sent as JSON bytes, even if it is falsy', () => {
  for (const metadata of [null, 0, { a: 1 }]) {
    const sent = toEventData({ ...anEvent(), metadata }).metadata;
    expect(new TextDecoder().decode(sent instanceof Uint8Array ? sent : undefined)).toBe(JSON.stringify(metadata));
  }
});

test('a position is the commit position, and reading starts at it or at the start', () => {
  expect(toPosition({ commit: 7n, prepare: 6n })).toBe('7');
  expect(toReadPosition('7')).toEqual({ commit: 7n, prepare: 7n });
  expect(toReadPosition(null)).toBe('start');
});
