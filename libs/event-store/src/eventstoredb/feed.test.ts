import type { Position } from '../event-store.js';
import { CAUGHT_UP, Feed } from './feed.js';
import { fakeClient, resolvedEvent, type FakeSource } from './testing/fake-client.js';

const credentials = { username: 'none', password: 'none' };

function feeding({ after = null, unsubscribed }: { after?: Position | null; unsubscribed?: Error } = {}) {
  const { client, sources } = fakeClient({ unsubscribed });
  const counts = { activities: 0 };
  const onActivity = () => (counts.activities += 1);
  const feed = new Feed(client, { prefixes: ['expense-', 'payment-'], after, credentials, onActivity });
  const [source] = sources as [FakeSource];
  return { feed, items: feed[Symbol.asyncIterator](), source, counts };
}

test('asks for the streams of all prefixes after the position, and for signs of life', () => {
  expect(feeding({ after: '7' }).source.asked).toMatchObject({
    fromPosition: { commit: 7n, prepare: 7n },
    credentials,
    filter: { filterOn: 'streamName', prefixes: ['expense-', 'payment-'], checkpointInterval: 32 },
  });
});

test('is behind at first, and has searched the log up to where it begins', () => {
  expect(feeding({ after: '7' }).feed).toMatchObject({ isCaughtUp: false, scannedTo: '7' });
  expect(feeding().feed).toMatchObject({ scannedTo: null });
});

test('has searched up to the last event that was taken from it', async () => {
  const { feed, items, source } = feeding();
  source.write(resolvedEvent(8n));
  expect(await items.next()).toMatchObject({ value: { id: 'e-8', position: '8' } });
  expect(feed.scannedTo).toBe('8');
  const next = items.next();
  source.write(resolvedEvent(9n));
  expect(await next).toMatchObject({ value: { id: 'e-9' } });
  expect(feed.scannedTo).toBe('9');
});

test('reports that it has caught up behind the events before, and when it falls behind', async () => {
  const { feed, items, source } = feeding();
  source.write(resolvedEvent(8n));
  source.emit('caughtUp');
  expect(await items.next()).toMatchObject({ value: { id: 'e-8' } });
  expect(await items.next()).toEqual({ done: false, value: CAUGHT_UP });
  expect(feed).toMatchObject({ isCaughtUp: true, scannedTo: '8' });
  source.emit('fellBehind');
  expect(feed.isCaughtUp).toBe(false);
});

test('searches on without matching events', async () => {
  const { feed, source, counts } = feeding({ after: '7' });
  await source.asked.filter?.checkpointReached?.(source as never, { commit: 40n, prepare: 40n });
  expect(feed.scannedTo).toBe('40');
  expect(counts.activities).toBe(1);
});

test('shows life with a confirmation, with each event, and by catching up', async () => {
  const { items, source, counts } = feeding();
  source.emit('confirmation');
  expect(counts.activities).toBe(1);
  source.write(resolvedEvent(8n));
  await items.next();
  expect(counts.activities).toBe(2);
  source.emit('caughtUp');
  expect(counts.activities).toBe(3);
  source.emit('fellBehind');
  expect(counts.activities).toBe(3);
});

test.each([
  ['reported by the client', (_: Feed, source: FakeSource, error: Error) => source.emit('error', error)],
  ['of its user', (feed: Feed, _: FakeSource, error: Error) => feed.fail(error)],
])('ends with an error %s, and unsubscribes', async (_, fail) => {
  const { feed, items, source } = feeding();
  const next = items.next();
  fail(feed, source, new Error('interrupted'));
  await expect(next).rejects.toThrow('interrupted');
  expect(source.unsubscriptions).toBeGreaterThan(0);
  expect(source.destroyed).toBe(true);
});

test('ends without an error when it is closed, even if the call was never made', async () => {
  const { feed, items, source } = feeding({ unsubscribed: new Error('never called') });
  const next = items.next();
  feed.close();
  expect(await next).toEqual({ done: true, value: undefined });
  expect(source.unsubscriptions).toBeGreaterThan(0);
  expect(source.destroyed).toBe(true);
});

test('unsubscribes when nothing more is asked for', async () => {
  const { feed, source } = feeding();
  source.write(resolvedEvent(8n));
  for await (const item of feed) {
    expect(item).toMatchObject({ id: 'e-8' });
    break;
  }
  expect(source.unsubscriptions).toBe(1);
  expect(source.destroyed).toBe(true);
});

test('ends with an error that the client reports before anything is asked for', () => {
  const { source } = feeding();
  source.emit('error', new Error('interrupted'));
  expect(source.destroyed).toBe(true);
});

test('ignores an error that the client reports after it has ended', async () => {
  const { feed, items, source } = feeding();
  const next = items.next();
  feed.close();
  await next;
  expect(() => source.emit('error', new Error('late'))).not.toThrow();
});
