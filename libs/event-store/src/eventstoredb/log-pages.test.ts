import { randomUUID } from 'node:crypto';
import { comparePositions, type RecordedEvent } from '../event-store.js';
import { withServer } from './testing/fixtures.js';

const given = withServer();

/** Writes one event to each stream. */
function write(streams: readonly string[]): void {
  const content = { type: 'Written', contentType: 'application/json', metadata: Buffer.from('{}') };
  for (const stream of streams)
    given.server.log.append(
      `${stream}-${randomUUID()}`,
      [{ ...content, id: randomUUID(), data: Buffer.from('1') }],
      -1,
    );
}

const every = (count: number, nth: number) =>
  Array.from({ length: count }, (_, n) => (n % nth === 0 ? 'expense' : 'account'));
const page = (limit: number, after: string | null = null) =>
  given.store.readAll({ prefixes: ['expense-'], after, limit });
const positions = (events: readonly Pick<RecordedEvent, 'position'>[]) => events.map(({ position }) => position);

describe('a page of the log', () => {
  test('of which most events are wanted is a plain read', async () => {
    write(every(1000, 1));
    const first = await page(200);
    await page(200, first.at(-1)?.position);
    expect(given.server.received).toMatchObject({ reads: 2, subscriptions: 0 });
  });

  test('of which few events are wanted is searched by the server, a large one behind one plain read', async () => {
    write(every(1000, 40));
    expect(await page(20)).toHaveLength(20);
    expect(given.server.received).toMatchObject({ reads: 1, subscriptions: 1 });
    expect(await page(2_000)).toHaveLength(25);
    expect(given.server.received).toMatchObject({ reads: 3, subscriptions: 2 });
  });

  test('that contains the end of the log is one plain read, whatever is wanted', async () => {
    write(every(30, 40));
    expect(await page(100)).toHaveLength(1);
    expect(given.server.received).toMatchObject({ reads: 1, subscriptions: 0 });
  });

  test.each([
    [1, 40],
    [1, 600],
    [2, 50],
    [3, 70],
    [40, 3],
  ])('continues where the one before ended, if every %i. event is wanted in pages of %i', async (nth, limit) => {
    write(every(700, nth));
    write(every(60, 1));
    const read: RecordedEvent[] = [];
    for (let next = await page(limit); next.length > 0; next = await page(limit, next.at(-1)?.position)) {
      expect(next.length).toBeLessThanOrEqual(limit);
      read.push(...next);
    }
    const wanted = given.server.log.events.filter(({ stream }) => stream.startsWith('expense-'));
    expect(positions(read)).toEqual(wanted.map(({ position }) => String(position)));
  });

  test('begins behind its position even if the event there was removed', async () => {
    write(every(100, 1));
    const [, removed, next] = given.server.log.events.splice(0, 2).concat(given.server.log.events);
    const [first] = await page(50, String(removed?.position));
    expect(first?.position).toBe(String(next?.position));
    expect(comparePositions(first?.position ?? '0', String(removed?.position))).toBe(1);
  });
});
