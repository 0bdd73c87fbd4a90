import { setTimeout as wait } from 'node:timers/promises';
import { inParallel } from './in-parallel.js';

test('runs no more tasks at once than the limit and returns results in the order of the items', async () => {
  let running = 0;
  let most = 0;
  const results = await inParallel([5, 1, 4, 2, 3], 2, async (item) => {
    most = Math.max(most, (running += 1));
    await wait(item);
    running -= 1;
    return item * 10;
  });
  expect(results).toEqual([50, 10, 40, 20, 30]);
  expect(most).toBe(2);
});

test('rejects with the first failure and starts no task after it', async () => {
  const seen: number[] = [];
  const work = inParallel([1, 2, 3, 4, 5], 2, async (item) => {
    seen.push(item);
    if (item === 2) throw new Error('no');
    await wait(10);
  });
  await expect(work).rejects.toThrow('no');
  await wait(30);
  expect(seen).toEqual([1, 2]);
});
