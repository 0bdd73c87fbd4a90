import type { Position, RecordedEvent } from '../event-store.js';
import { BATCH_SIZE } from '../subscription/catch-up-subscription.js';
import type { LiveTail } from './live-tail.js';
import { TailFollower, type StoredEvents } from './tail-follower.js';

const event = (position: number, { stream = 'expense-1', type = 'Written' } = {}) =>
  ({ position: String(position), stream, type }) as RecordedEvent;
const numbers = (events: readonly RecordedEvent[]) => events.map(({ position }) => Number(position));

/** On a tail that is at a position. */
function following(tailAt: Position | undefined, stored: Partial<StoredEvents> = {}) {
  const counts = { reads: 0, woken: 0 };
  const began: (Position | null)[] = [];
  const tail = {
    join: () => tailAt,
    begin: (head: Position | null) => {
      began.push(head);
      return head;
    },
  } as unknown as LiveTail;
  const events: StoredEvents = {
    head: async () => '5',
    readAll: async ({ after }) => {
      counts.reads += 1;
      return [4, 5].filter((position) => position > Number(after)).map((position) => event(position));
    },
    ...stored,
  };
  const prefixes = ['expense-', '$$expense-'];
  const follower = new TailFollower(tail, events, prefixes, true, () => void (counts.woken += 1));
  const read = async (after: Position | null) => numbers(await follower.readAll({ after, limit: BATCH_SIZE }));
  return { follower, counts, began, read };
}

test('reads what is stored once, then takes what the tail offers without a call', async () => {
  const { follower, counts, began, read } = following('5');
  expect(await read('3')).toEqual([4, 5]);
  expect(await read('5')).toEqual([]);
  follower.offer(event(6));
  follower.offer(event(7));
  expect(await read('5')).toEqual([6, 7]);
  expect(await read('7')).toEqual([]);
  expect(counts).toEqual({ reads: 1, woken: 2 });
  expect(began).toEqual([]);
});

test('lets a new tail begin at the head of the log', async () => {
  const { began, read } = following(undefined);
  expect(await read(null)).toEqual([4, 5]);
  expect(began).toEqual(['5']);
});

test('neither misses nor repeats what is offered while it reads', async () => {
  const { follower, read } = following('3', {
    readAll: async () => {
      for (const position of [4, 5, 6]) follower.offer(event(position));
      return [event(4), event(5)];
    },
  });
  expect(await read('3')).toEqual([4, 5]);
  expect(await read('5')).toEqual([6]);
});

test('reads on while there is more than it asks for', async () => {
  const batches = [[4], [5], []];
  const { follower } = following('3', { readAll: async () => (batches.shift() ?? []).map((at) => event(at)) });
  const read = async (after: Position) => numbers(await follower.readAll({ after, limit: 1 }));
  expect([await read('3'), await read('4'), await read('5')]).toEqual([[4], [5], []]);
  follower.offer(event(6));
  expect(await read('5')).toEqual([6]);
});

test('refuses a server that knows less than the tail has offered', async () => {
  const { read, counts } = following('6');
  await expect(read('3')).rejects.toThrow('The server is behind');
  expect(counts.reads).toBe(0);
});

test('reads again what it was too slow for, and holds no more than a batch', async () => {
  const { follower, counts, read } = following('5');
  await read('3');
  for (let position = 6; position <= 5 + 2 * BATCH_SIZE + 1; position += 1) follower.offer(event(position));
  expect(await read('3')).toEqual([4, 5]);
  follower.offer(event(6));
  expect(await read('5')).toEqual([6]);
  expect(counts.reads).toBe(2);
});

test('is too slow also if more arrives during a read than it holds', async () => {
  let isFlooded = true;
  const { follower, read } = following('5', {
    readAll: async () => {
      for (let position = 6; isFlooded && position <= 6 + BATCH_SIZE; position += 1) follower.offer(event(position));
      isFlooded = false;
      return [event(5)];
    },
  });
  expect(await read('4')).toEqual([5]);
  expect(await read('4')).toEqual([5]);
  expect(await read('5')).toEqual([]);
});

test('takes only events of its prefixes', async () => {
  const { follower, counts, read } = following('5');
  await read('5');
  follower.offer(event(6, { stream: 'invite-1', type: 'Other' }));
  follower.offer(event(7, { stream: '$$expense-1', type: '$metadata' }));
  expect(counts.woken).toBe(1);
  expect(await read('5')).toEqual([7]);
});
