import { jest } from '@jest/globals';
import { deferred } from '../contract/fixtures.js';
import type { RecordedEvent } from '../event-store.js';
import type { Connection } from './connection.js';
import { LiveTail } from './live-tail.js';
import { fakeClient, resolvedEvent, type FakeSource } from './testing/fake-client.js';
import { DEFAULT_TIMEOUTS } from './timeouts.js';

const { watchInterval, resubscribePause } = DEFAULT_TIMEOUTS;
const emptyLog = { recentHead: async () => null, read: async () => [] };

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

function tailing({ connected = Promise.resolve() } = {}) {
  const { client, sources } = fakeClient();
  const run: Connection['run'] = async (work) => {
    await connected;
    return work(client);
  };
  const connection = { run, credentials: { username: 'none', password: 'none' } } as Connection;
  const tail = new LiveTail(connection, emptyLog, DEFAULT_TIMEOUTS);
  const listen = (prefix: string) => {
    const offered: string[] = [];
    const listener = { prefixes: [prefix], offer: ({ id }: RecordedEvent) => void offered.push(id) };
    return { offered, listener, joinedAt: tail.join(listener) };
  };
  return { tail, sources, listen };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('is left alone while it shows life, and opened again after a silence', async () => {
  const { tail, sources, listen } = tailing();
  listen('expense-');
  tail.begin('7');
  for (let check = 0; check < 6; check += 1) {
    await pass(watchInterval);
    sources[0]?.emit('confirmation');
  }
  expect(sources).toHaveLength(1);
  await pass(3 * watchInterval + resubscribePause);
  expect(sources).toHaveLength(2);
  tail.close();
});

test('begins once, where it is told, and offers each event to all listeners', async () => {
  const { tail, sources, listen } = tailing();
  const [first, second] = [listen('expense-'), listen('expense-')];
  expect(first.joinedAt).toBeUndefined();
  expect([tail.begin('7'), tail.begin('9')]).toEqual(['7', '7']);
  await pass(0);
  sources[0]?.write(resolvedEvent(8n));
  sources[0]?.emit('caughtUp');
  await pass(resubscribePause);
  tail.leave(second.listener);
  sources[0]?.write(resolvedEvent(9n));
  await pass(0);
  expect(sources.map(({ asked }) => asked.fromPosition)).toEqual([{ commit: 7n, prepare: 7n }]);
  expect([first.offered, second.offered]).toEqual([['e-8', 'e-9'], ['e-8']]);
  expect(listen('expense-').joinedAt).toBe('9');
  tail.close();
});

test('is opened again at once, after the last event it offered, for a listener with another prefix', async () => {
  const { tail, sources, listen } = tailing();
  const { offered } = listen('expense-');
  tail.begin('7');
  await pass(0);
  sources[0]?.write(resolvedEvent(8n));
  await pass(0);
  // Has arrived, but is not offered before another listener joins.
  sources[0]?.write(resolvedEvent(9n));
  expect(listen('invite-').joinedAt).toBe('8');
  await pass(0);
  expect(offered).toEqual(['e-8']);
  expect(sources.map(({ destroyed }) => destroyed)).toEqual([true, false]);
  expect(sources[1]?.asked).toMatchObject({
    fromPosition: { commit: 8n, prepare: 8n },
    filter: { prefixes: ['expense-', 'invite-'] },
  });
  listen('invite-');
  await pass(0);
  expect(sources).toHaveLength(2);
  tail.close();
});

test('is watched no longer when it is closed', async () => {
  const { tail, sources, listen } = tailing();
  listen('expense-');
  tail.begin(null);
  await pass(0);
  tail.close();
  await pass(0);
  const [{ destroyed, unsubscriptions }] = sources as [FakeSource];
  expect(destroyed).toBe(true);
  await pass(5 * watchInterval);
  expect(sources[0]?.unsubscriptions).toBe(unsubscriptions);
  expect(jest.getTimerCount()).toBe(0);
});

test('closed before it is connected never opens', async () => {
  const connection = deferred<void>();
  const { tail, sources } = tailing({ connected: connection.promise });
  tail.begin(null);
  tail.close();
  connection.resolve();
  await pass(resubscribePause);
  expect(sources).toEqual([]);
});
