import { jest } from '@jest/globals';
import { deferred } from '../contract/fixtures.js';
import type { RecordedEvent } from '../event-store.js';
import { CatchUpSubscription } from './catch-up-subscription.js';
import type { Connection } from './connection.js';
import { fakeClient, resolvedEvent, type FakeSource } from './testing/fake-client.js';
import { DEFAULT_TIMEOUTS } from './timeouts.js';

const { watchInterval, resubscribePause } = DEFAULT_TIMEOUTS;
const emptyLog = { head: async () => null, hasMatchesAfter: async () => false };

beforeEach(() => void jest.useFakeTimers({ doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] }));
afterEach(() => void jest.useRealTimers());

function following({ connected = Promise.resolve() } = {}) {
  const { client, sources } = fakeClient();
  const run: Connection['run'] = async (work) => {
    await connected;
    return work(client);
  };
  const connection = { run, credentials: { username: 'none', password: 'none' } } as Connection;
  const handled: string[] = [];
  const handle = async ({ id }: RecordedEvent) => void handled.push(id);
  const counts = { closed: 0 };
  const onClosed = () => void (counts.closed += 1);
  const options = { prefixes: ['expense-'], after: null, handle };
  const subscription = new CatchUpSubscription(connection, options, emptyLog, DEFAULT_TIMEOUTS, onClosed);
  return { subscription, sources, handled, counts };
}

const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

test('is left alone while it shows life, and opened again after a silence', async () => {
  const { subscription, sources } = following();
  for (let check = 0; check < 6; check += 1) {
    await pass(watchInterval);
    sources[0]?.emit('confirmation');
  }
  expect(sources).toHaveLength(1);
  await pass(3 * watchInterval + resubscribePause);
  expect(sources).toHaveLength(2);
  await subscription.close();
});

test('follows on, whoever follows need not know that it has caught up', async () => {
  const { subscription, sources, handled } = following();
  await pass(0);
  sources[0]?.write(resolvedEvent(8n));
  sources[0]?.emit('caughtUp');
  await pass(resubscribePause);
  sources[0]?.write(resolvedEvent(9n));
  await pass(0);
  expect(handled).toEqual(['e-8', 'e-9']);
  expect(sources).toHaveLength(1);
  await subscription.close();
});

test('is watched no longer when it is closed', async () => {
  const { subscription, sources, counts } = following();
  await pass(0);
  expect(counts.closed).toBe(0);
  await subscription.close();
  expect(counts.closed).toBe(1);
  const [{ destroyed, unsubscriptions }] = sources as [FakeSource];
  expect(destroyed).toBe(true);
  await pass(5 * watchInterval);
  expect(sources[0]?.unsubscriptions).toBe(unsubscriptions);
});

test('closed before it is connected never starts', async () => {
  const connection = deferred<void>();
  const { subscription, sources } = following({ connected: connection.promise });
  const closed = subscription.close();
  connection.resolve();
  await closed;
  expect(sources).toEqual([]);
});
