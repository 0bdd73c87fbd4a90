import { deferred } from '../contract/fixtures.js';
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
