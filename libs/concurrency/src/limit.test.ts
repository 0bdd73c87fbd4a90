import { Limit } from './limit.js';

describe('a limit of tasks at once', () => {
  it('runs as many tasks at once as it allows, in order', async () => {
    const limit = new Limit(2);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    const work = async (n: number) => {
      started.push(n);
      most = Math.max(most, (running += 1));
      await new Promise(setImmediate);
      running -= 1;
      return n;
    };
    const results = Promise.all([0, 1, 2, 3, 4, 5].map((n) => limit.run(() => work(n))));
    expect(limit.waiting).toBe(4);
    expect(await results).toEqual([0, 1, 2, 3, 4, 5]);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
    expect(limit.waiting).toBe(0);
  });

  it('runs the next task when one fails', async () => {
    const limit = new Limit(1);
    const failing = limit.run(() => Promise.reject(new Error('broken')));
    const next = limit.run(async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
    await expect(limit.run(async () => 'again')).resolves.toBe('again');
  });

  it('allows no more at once after all tasks are done than before', async () => {
    const limit = new Limit(1);
    await limit.run(async () => undefined);
    const pending = [1, 2].map(() => limit.run(() => new Promise(setImmediate)));
    expect(limit.waiting).toBe(1);
    await Promise.all(pending);
  });
});
