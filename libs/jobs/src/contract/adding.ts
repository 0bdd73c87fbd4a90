import type { Jobs } from '../jobs.js';
import { newId, newQueue, recorder, untilState } from './fixtures.js';

export function adding(jobs: () => Jobs): void {
  describe('a job', () => {
    test('is unknown, then waiting, then done, and its handler receives its data unchanged', async () => {
      const [queue, id] = [newQueue(), newId()];
      const data = { text: 'größe 🧾 \u0000', list: [1, null, { deep: true }], long: 'x'.repeat(200_000) };
      expect(await jobs().state(queue, id)).toBeNull();
      await jobs().add(queue, { id, data });
      expect(await jobs().state(queue, id)).toBe('waiting');
      const { received, handle } = recorder();
      jobs().work(queue, handle);
      await untilState(jobs(), queue, id, 'done');
      expect(received).toEqual([{ id, data, attempt: 1 }]);
    });

    test('is active while its handler runs', async () => {
      const [queue, id] = [newQueue(), newId()];
      let stateInside: unknown;
      jobs().work(queue, async () => {
        stateInside = await jobs().state(queue, id);
      });
      await jobs().add(queue, { id, data: {} });
      await untilState(jobs(), queue, id, 'done');
      expect(stateInside).toBe('active');
    });

    test('runs once, however often and whenever its id is added', async () => {
      const [queue, id, last] = [newQueue(), newId(), newId()];
      await Promise.all([1, 2, 3].map((n) => jobs().add(queue, { id, data: n })));
      const { received, handle } = recorder<number>();
      jobs().work(queue, handle);
      await untilState(jobs(), queue, id, 'done');
      await jobs().add(queue, { id, data: 4 });
      await jobs().add(queue, { id: last, data: 5 });
      await untilState(jobs(), queue, last, 'done');
      expect(received.map((job) => job.id)).toEqual([id, last]);
    });

    test('that failed is not added again', async () => {
      const [queue, id, last] = [newQueue(), newId(), newId()];
      const attempted: string[] = [];
      jobs().work(queue, async (job) => {
        attempted.push(job.id);
        if (job.id === id) throw new Error('no');
      });
      await jobs().add(queue, { id, data: {}, attempts: 1 });
      await untilState(jobs(), queue, id, 'failed');
      await jobs().add(queue, { id, data: {} });
      await jobs().add(queue, { id: last, data: {} });
      await untilState(jobs(), queue, last, 'done');
      expect(attempted).toEqual([id, last]);
      expect(await jobs().state(queue, id)).toBe('failed');
    });

    test('is distinct from a job with the same id in another queue', async () => {
      const [one, other, id] = [newQueue(), newQueue(), newId()];
      const { received, handle } = recorder<string>();
      jobs().work(other, handle);
      await jobs().add(one, { id, data: 'one' });
      await jobs().add(other, { id, data: 'other' });
      await untilState(jobs(), other, id, 'done');
      expect(received.map(({ data }) => data)).toEqual(['other']);
      expect(await jobs().state(one, id)).toBe('waiting');
    });

    test.each(['', '42', 'report:1'])('with the id "%s" is rejected', async (id) => {
      await expect(jobs().add(newQueue(), { id, data: {} })).rejects.toBeInstanceOf(RangeError);
    });
  });

  test('jobs start in the order they were added', async () => {
    const queue = newQueue();
    const ids = Array.from({ length: 30 }, newId);
    for (const id of ids) await jobs().add(queue, { id, data: {} });
    const { received, handle } = recorder();
    jobs().work(queue, handle);
    await untilState(jobs(), queue, ids.at(-1) ?? '', 'done');
    expect(received.map(({ id }) => id)).toEqual(ids);
  });
}
