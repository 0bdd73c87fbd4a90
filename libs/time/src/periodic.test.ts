import { jest } from '@jest/globals';
import { Periodic } from './periodic.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

function unresolved() {
  let resolve = (): void => undefined;
  const promise = new Promise<void>((done) => (resolve = done));
  return { promise, resolve };
}

it('runs the task once per interval until it is stopped', async () => {
  let runs = 0;
  const periodic = new Periodic(
    async () => void (runs += 1),
    100,
    () => undefined,
  );
  periodic.start();
  periodic.start();
  await jest.advanceTimersByTimeAsync(350);
  expect(runs).toBe(3);
  await periodic.stop();
  await jest.advanceTimersByTimeAsync(350);
  expect(runs).toBe(3);
});

it('never overlaps two runs', async () => {
  const first = unresolved();
  let runs = 0;
  const periodic = new Periodic(
    () => {
      runs += 1;
      return first.promise;
    },
    100,
    () => undefined,
  );
  void periodic.run();
  void periodic.run();
  expect(runs).toBe(1);
  first.resolve();
  await first.promise;
  await periodic.stop();
});

it('reports a failed run and goes on', async () => {
  const errors: unknown[] = [];
  const failure = new Error('unreachable');
  const periodic = new Periodic(
    () => Promise.reject(failure),
    100,
    (error) => void errors.push(error),
  );
  periodic.start();
  await jest.advanceTimersByTimeAsync(200);
  expect(errors).toEqual([failure, failure]);
  await periodic.stop();
});

it('waits for the run in progress when stopped', async () => {
  const work = unresolved();
  const periodic = new Periodic(
    () => work.promise,
    100,
    () => undefined,
  );
  void periodic.run();
  let isStopped = false;
  const stopped = periodic.stop().then(() => (isStopped = true));
  await Promise.resolve();
  expect(isStopped).toBe(false);
  work.resolve();
  await stopped;
});
