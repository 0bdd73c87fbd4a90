import { DEFAULT_ATTEMPTS, WorkerDied, type Job, type Jobs } from '../jobs.js';
import { newId, newQueue, recorder, until, untilState } from './fixtures.js';

export function failing(jobs: () => Jobs, killWorkerDuringJob: (queue: string, lockMs: number) => Promise<void>): void {
  describe('a job whose handler throws', () => {
    test('runs again after pauses that double', async () => {
      const [queue, id] = [newQueue(), newId()];
      const backoffMs = 100;
      const startedAt: number[] = [];
      const attempts: number[] = [];
      jobs().work(queue, async ({ attempt }) => {
        startedAt.push(performance.now());
        attempts.push(attempt);
        if (attempt < 4) throw new Error('not yet');
      });
      await jobs().add(queue, { id, data: {}, backoffMs });
      await untilState(jobs(), queue, id, 'done');
      expect(attempts).toEqual([1, 2, 3, 4]);
      const pauses = startedAt.slice(1).map((at, index) => at - (startedAt[index] ?? 0));
      // The clocks count milliseconds, so each end may be off by one.
      pauses.forEach((pause, index) => expect(pause).toBeGreaterThanOrEqual(backoffMs * 2 ** index - 2));
    });

    test('is waiting meanwhile, and does not block the next job', async () => {
      const [queue, failed, next] = [newQueue(), newId(), newId()];
      jobs().work(queue, async ({ id }) => {
        if (id === failed) throw new Error('later');
      });
      await jobs().add(queue, { id: failed, data: {}, backoffMs: 60_000 });
      await jobs().add(queue, { id: next, data: {} });
      await untilState(jobs(), queue, next, 'done');
      expect(await jobs().state(queue, failed)).toBe('waiting');
      expect(await jobs().unfinished(queue)).toBe(1);
    });

    test('has failed after its last attempt, and onFailed is called once', async () => {
      const [queue, id, next] = [newQueue(), newId(), newId()];
      let attempts = 0;
      const failures: [Job<unknown>, string][] = [];
      const handle = async (job: Job<string>) => {
        if (job.id !== id) return;
        attempts += 1;
        throw new Error(`no, ${job.data}`);
      };
      jobs().work(queue, handle, { onFailed: (job, error) => void failures.push([job, error.message]) });
      await jobs().add(queue, { id, data: 'thanks', attempts: 3, backoffMs: 10 });
      await untilState(jobs(), queue, id, 'failed');
      await until(() => failures.length > 0);
      await jobs().add(queue, { id: next, data: 'well' });
      await untilState(jobs(), queue, next, 'done');
      expect(attempts).toBe(3);
      expect(failures).toEqual([[{ id, data: 'thanks', attempt: 3 }, 'no, thanks']]);
    });

    test('does not stop the worker if onFailed fails too', async () => {
      const [queue, failed, next] = [newQueue(), newId(), newId()];
      const handle = async ({ id }: Job<unknown>) => {
        if (id === failed) throw new Error('no');
      };
      jobs().work(queue, handle, { onFailed: () => Promise.reject(new Error('unreachable')) });
      await jobs().add(queue, { id: failed, data: {}, attempts: 1 });
      await jobs().add(queue, { id: next, data: {} });
      await untilState(jobs(), queue, next, 'done');
      expect(await jobs().state(queue, failed)).toBe('failed');
      expect(await jobs().unfinished(queue)).toBe(0);
    });
  });

  describe('a job whose worker is killed', () => {
    const killedLockMs = 500;
    /** The lock of the worker that takes over is long, so that it does not expire on a busy machine. */
    const lockMs = 3000;

    test('goes to another worker when the lock expires, as its next attempt', async () => {
      const [queue, id] = [newQueue(), newId()];
      await jobs().add(queue, { id, data: 'kept', backoffMs: 10 });
      await killWorkerDuringJob(queue, killedLockMs);
      expect(await jobs().state(queue, id)).toBe('active');
      const { received, handle } = recorder<string>();
      jobs().work(queue, handle, { lockMs });
      await untilState(jobs(), queue, id, 'done');
      expect(received).toEqual([{ id, data: 'kept', attempt: 2 }]);
    });

    test('pauses first, and does not hold up the next job meanwhile', async () => {
      const [queue, id, next] = [newQueue(), newId(), newId()];
      await jobs().add(queue, { id, data: {}, backoffMs: 3_600_000 });
      await killWorkerDuringJob(queue, killedLockMs);
      const { received, handle } = recorder();
      jobs().work(queue, handle, { lockMs });
      await untilState(jobs(), queue, id, 'waiting');
      await jobs().add(queue, { id: next, data: {} });
      await untilState(jobs(), queue, next, 'done');
      expect(received.map((job) => job.id)).toEqual([next]);
    });

    test('has failed after five of them, with pauses that double, and runs no more', async () => {
      const [queue, id] = [newQueue(), newId()];
      const backoffMs = 50;
      const killedAt: number[] = [];
      await jobs().add(queue, { id, data: 'deadly', backoffMs });
      for (let death = 0; death < DEFAULT_ATTEMPTS; death += 1) {
        await killWorkerDuringJob(queue, killedLockMs);
        killedAt.push(performance.now());
      }
      const failures: [Job<unknown>, Error][] = [];
      const { received, handle } = recorder();
      jobs().work(queue, handle, { lockMs, onFailed: (...failure) => void failures.push(failure) });
      await untilState(jobs(), queue, id, 'failed');
      await until(() => failures.length > 0);
      expect(received).toEqual([]);
      expect(failures).toEqual([[{ id, data: 'deadly', attempt: DEFAULT_ATTEMPTS }, expect.any(WorkerDied)]]);
      const pauses = killedAt.slice(1).map((at, index) => at - (killedAt[index] ?? 0));
      pauses.forEach((pause, index) => expect(pause).toBeGreaterThanOrEqual(backoffMs * 2 ** index));
    }, 120_000);

    test('fails for the reason of its last attempt', async () => {
      const [queue, id] = [newQueue(), newId()];
      await jobs().add(queue, { id, data: {}, attempts: 3, backoffMs: 10 });
      await killWorkerDuringJob(queue, killedLockMs);
      const attempts: number[] = [];
      const failures: string[] = [];
      const handle = async ({ attempt }: Job<unknown>) => {
        attempts.push(attempt);
        throw new Error(`no, ${attempt}`);
      };
      jobs().work(queue, handle, { lockMs, onFailed: (_job, error) => void failures.push(error.message) });
      await until(() => failures.length > 0);
      expect(attempts).toEqual([2, 3]);
      expect(failures).toEqual(['no, 3']);
    });

    test('has failed if that was its last attempt', async () => {
      const [queue, id] = [newQueue(), newId()];
      await jobs().add(queue, { id, data: 'deadly', attempts: 1 });
      await killWorkerDuringJob(queue, killedLockMs);
      const failures: Job<unknown>[] = [];
      const { received, handle } = recorder();
      jobs().work(queue, handle, { lockMs, onFailed: (job) => void failures.push(job) });
      await untilState(jobs(), queue, id, 'failed');
      await until(() => failures.length > 0);
      expect(received).toEqual([]);
      expect(failures).toMatchObject([{ id, data: 'deadly' }]);
    });
  });
}
