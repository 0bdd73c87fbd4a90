import { jest } from '@jest/globals';
import { Retrier } from './retrier.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

/** Work that fails a number of times and records when it ran, in ms after the start. */
function failing(times: number) {
  const startedAt = Date.now();
  const runs: number[] = [];
  const work = async () => {
    runs.push(Date.now() - startedAt);
    if (runs.length <= times) throw new Error('not yet');
    return 'done';
  };
  return { runs, work };
}

test('repeats failing work with pauses that double up to 5 s', async () => {
  const { runs, work } = failing(8);
  const result = new Retrier().run(work);
  await jest.advanceTimersByTimeAsync(30_000);
  await expect(result).resolves.toBe('done');
  expect(runs.map((at, n) => at - (runs[n - 1] ?? 0))).toEqual([0, 100, 200, 400, 800, 1600, 3200, 5000, 5000]);
});

test('stopped in a pause, ends immediately without a result', async () => {
  const retrier = new Retrier();
  const { runs, work } = failing(9);
  const result = retrier.run(work);
  await jest.advanceTimersByTimeAsync(150);
  expect(retrier.isStopped).toBe(false);
  retrier.stop();
  expect(retrier.isStopped).toBe(true);
  await expect(result).resolves.toBeUndefined();
  expect(runs).toEqual([0, 100]);
  expect(jest.getTimerCount()).toBe(0);
});

test('stopped before, neither works nor pauses', async () => {
  const retrier = new Retrier();
  retrier.stop();
  const { runs, work } = failing(0);
  await expect(retrier.run(work)).resolves.toBeUndefined();
  await retrier.pause(1000);
  await retrier.pause(1000);
  expect(runs).toEqual([]);
});
