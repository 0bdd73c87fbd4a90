import { setImmediate } from 'node:timers/promises';
import { deferred } from '../contract/fixtures.js';
import type { RecordedEvent } from '../event-store.js';
import { CatchUpSubscription } from './catch-up-subscription.js';

test('a subscription that finds nothing new reports once that it has caught up', async () => {
  const polled = deferred<void>();
  let reads = 0;
  const readAll = async () => {
    reads += 1;
    if (reads === 5) polled.resolve();
    return [];
  };
  let caughtUp = 0;
  let closed = 0;
  const options = { prefixes: [''], after: null, handle: async () => undefined, caughtUp: () => void (caughtUp += 1) };
  const subscription = new CatchUpSubscription({ readAll }, options, 1, () => void (closed += 1));
  await polled.promise;
  expect(closed).toBe(0);
  await subscription.close();
  expect([caughtUp, closed]).toEqual([1, 1]);
});

test('a subscription that is woken while it handles an event reads once more', async () => {
  const stored = ['1'];
  const handled: string[] = [];
  let reads = 0;
  const readAll = async ({ after }: { after: string | null }) => {
    reads += 1;
    return stored.filter((at) => Number(at) > Number(after)).map((position) => ({ position }) as RecordedEvent);
  };
  const isDone = deferred<void>();
  const handle = async ({ position }: RecordedEvent) => {
    handled.push(position);
    if (position === '1') {
      stored.push('2');
      subscription.wake();
    } else isDone.resolve();
  };
  const subscription = new CatchUpSubscription(
    { readAll },
    { prefixes: [''], after: null, handle },
    60_000,
    () => undefined,
  );
  await isDone.promise;
  await setImmediate();
  await setImmediate();
  await subscription.close();
  expect(handled).toEqual(['1', '2']);
  expect(reads).toBe(2);
});
