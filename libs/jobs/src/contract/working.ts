import { setTimeout } from 'node:timers/promises';
import type { Jobs } from '../jobs.js';
import { Gate, newId, newQueue, recorder, until, untilState } from './fixtures.js';

export function working(jobs: () => Jobs, openAnother: () => Promise<Jobs>): void {
  describe('a worker', () => {
    const gates: Gate[] = [];
    const newGate = () => {
      const gate = new Gate();
      gates.push(gate);
      return gate;
    };
    // The gates open after a failed test too: the queues cannot be closed while a handler runs.
    afterEach(() => gates.splice(0).forEach((gate) => gate.release()));

    test.each([
      [undefined, 1],
      [3, 3],
    ])('with the concurrency %s runs up to %i jobs at once', async (concurrency, most) => {
      const queue = newQueue();
      const ids = Array.from({ length: 8 }, newId);
      const gate = newGate();
      jobs().work(queue, gate.handle, { concurrency });
      for (const id of ids) await jobs().add(queue, { id, data: {} });
      await until(() => gate.inside === most);
      gate.release();
      for (const id of ids) await untilState(jobs(), queue, id, 'done');
      expect(gate.most).toBe(most);
    });

    test('shares a queue with other workers, and each job runs once', async () => {
      const queue = newQueue();
      const other = await openAnother();
      const ids = Array.from({ length: 60 }, newId);
      const [here, there] = [recorder(), recorder()];
      jobs().work(queue, here.handle, { concurrency: 4 });
      other.work(queue, there.handle, { concurrency: 4 });
      await Promise.all(ids.map((id) => jobs().add(queue, { id, data: {} })));
      for (const id of ids) await untilState(other, queue, id, 'done');
      expect([...here.received, ...there.received].map(({ id }) => id).sort()).toEqual(ids.sort());
    });

    test('keeps a job that runs longer than its lock', async () => {
      const queue = newQueue();
      const [slow, later] = [newId(), newId()];
      const other = await openAnother();
      const lockMs = 3000;
      const gate = newGate();
      jobs().work(queue, gate.handle, { lockMs });
      await jobs().add(queue, { id: slow, data: {} });
      await until(() => gate.inside === 1);
      const { received, handle } = recorder();
      other.work(queue, handle, { lockMs });
      await setTimeout(1.5 * lockMs);
      await jobs().add(queue, { id: later, data: {} });
      await untilState(jobs(), queue, later, 'done');
      expect(received.map(({ id }) => id)).toEqual([later]);
      expect(await jobs().state(queue, slow)).toBe('active');
      gate.release();
      await untilState(jobs(), queue, slow, 'done');
    });

    test('is closed when its running job is done, and leaves the next job to other workers', async () => {
      const queue = newQueue();
      const [running, next] = [newId(), newId()];
      const gate = newGate();
      const worker = jobs().work(queue, gate.handle);
      await jobs().add(queue, { id: running, data: {} });
      await jobs().add(queue, { id: next, data: {} });
      await until(() => gate.inside === 1);
      expect(await jobs().unfinished(queue)).toBe(2);
      const closed = worker.close().then(() => gate.inside);
      gate.release();
      expect(await closed).toBe(0);
      expect(await jobs().state(queue, running)).toBe('done');
      expect(await jobs().state(queue, next)).toBe('waiting');
      expect(await jobs().unfinished(queue)).toBe(1);
      const { received, handle } = recorder();
      jobs().work(queue, handle);
      await untilState(jobs(), queue, next, 'done');
      expect(await jobs().unfinished(queue)).toBe(0);
      expect(received).toHaveLength(1);
    });
  });

  test('a job survives the process that added it', async () => {
    const [queue, id] = [newQueue(), newId()];
    const first = await openAnother();
    await first.add(queue, { id, data: 'kept' });
    await first.close();
    const { received, handle } = recorder<string>();
    jobs().work(queue, handle);
    await untilState(jobs(), queue, id, 'done');
    expect(received).toMatchObject([{ id, data: 'kept' }]);
  });
}
