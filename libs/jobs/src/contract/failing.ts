import type { Job, Jobs } from '../jobs.js';
import { newId, newQueue, recorder, until, untilState } from './given.js';

export function failing(jobs: () => Jobs, dieHolding: (queue: string, lockMs: number) => Promise<void>): void {
  describe('a job whose handler throws', () => {
    test('is tried again after a pause that doubles, and waits meanwhile', async () => {
      const [queue, id] = [newQueue(), newId()];
      const backoffMs = 200;
      const triedAt: number[] = [];
      const attempts: number[] = [];
      jobs().work(queue, async ({ attempt }) => {
        triedAt.push(performance.now());
        attempts.push(attempt);
        if (attempt < 4) throw new Error('not yet');
      });
      await jobs().add(queue, { id, data: {}, backoffMs });
      await until(() => triedAt.length === 1);
      await untilState(jobs(), queue, id, 'waiting');
      await untilState(jobs(), queue, id, 'done');
      expect(attempts).toEqual([1, 2, 3, 4]);
      const pauses = triedAt.slice(1).map((at, index) => at - (triedAt[index] ?? 0));
      // Clocks of milliseconds may differ by one at either end.
      pauses.forEach((pause, index) => expect(pause).toBeGreaterThanOrEqual(backoffMs * 2 ** index - 2));
    });

    test('does not hold up the next while it waits for its turn', async () => {
      const [queue, failed, next] = [newQueue(), newId(), newId()];
      jobs().work(queue, async ({ id }) => {
        if (id === failed) throw new Error('later');
      });
      await jobs().add(queue, { id: failed, data: {}, backoffMs: 60_000 });
      await jobs().add(queue, { id: next, data: {} });
      await untilState(jobs(), queue, next, 'done');
      expect(await jobs().state(queue, failed)).toBe('waiting');
    });

    test('has failed after its last try, which its owner is told once', async () => {
      const [queue, id, next] = [newQueue(), newId(), newId()];
      let tries = 0;
      const told: [Job<unknown>, string][] = [];
      const handle = async (job: Job<string>) => {
        if (job.id !== id) return;
        tries += 1;
        throw new Error(`no, ${job.data}`);
      };
      jobs().work(queue, handle, { onFailed: (job, error) => void told.push([job, error.message]) });
      await jobs().add(queue, { id, data: 'thanks', attempts: 3, backoffMs: 10 });
      await untilState(jobs(), queue, id, 'failed');
      await until(() => told.length > 0);
      await jobs().add(queue, { id: next, data: 'well' });
      await untilState(jobs(), queue, next, 'done');
      expect(tries).toBe(3);
      expect(told).toEqual([[{ id, data: 'thanks', attempt: 3 }, 'no, thanks']]);
    });

    test('does not stop the worker when its owner cannot be told', async () => {
      const [queue, failed, next] = [newQueue(), newId(), newId()];
      const handle = async ({ id }: Job<unknown>) => {
        if (id === failed) throw new Error('no');
      };
      jobs().work(queue, handle, { onFailed: () => Promise.reject(new Error('nobody there')) });
      await jobs().add(queue, { id: failed, data: {}, attempts: 1 });
      await jobs().add(queue, { id: next, data: {} });
      await untilState(jobs(), queue, next, 'done');
      expect(await jobs().state(queue, failed)).toBe('failed');
    });
  });

  describe('a job whose worker is killed', () => {
    const lockMs = 1000;

    test('goes to another worker when the lock has run out, as its next try', async () => {
      const [queue, id] = [newQueue(), newId()];
      await jobs().add(queue, { id, data: 'kept' });
      await dieHolding(queue, lockMs);
      expect(await jobs().state(queue, id)).toBe('active');
      const { got, handle } = recorder<string>();
      jobs().work(queue, handle, { lockMs });
      await untilState(jobs(), queue, id, 'done');
      expect(got).toEqual([{ id, data: 'kept', attempt: 2 }]);
    });

    test('has failed when that was its last try', async () => {
      const [queue, id] = [newQueue(), newId()];
      await jobs().add(queue, { id, data: 'deadly', attempts: 1 });
      await dieHolding(queue, lockMs);
      const told: Job<unknown>[] = [];
      const { got, handle } = recorder();
      jobs().work(queue, handle, { lockMs, onFailed: (job) => void told.push(job) });
      await untilState(jobs(), queue, id, 'failed');
      await until(() => told.length > 0);
      expect(got).toEqual([]);
      expect(told).toMatchObject([{ id, data: 'deadly' }]);
    });
  });
}
