import { Semaphore } from './semaphore.js';

describe('the semaphore', () => {
  it('runs as many tasks at once as it has slots, in order', async () => {
    const semaphore = new Semaphore(2, 10);
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
    const results = await Promise.all([0, 1, 2, 3, 4, 5].map((n) => semaphore.run(() => work(n))));
    expect(results).toEqual([0, 1, 2, 3, 4, 5]);
    expect(started).toEqual([0, 1, 2, 3, 4, 5]);
    expect(most).toBe(2);
  });

  it('frees the slot when a task fails', async () => {
    const semaphore = new Semaphore(1, 10);
    const failing = semaphore.run(() => Promise.reject(new Error('broken')));
    const next = semaphore.run(async () => 'done');
    await expect(failing).rejects.toThrow('broken');
    await expect(next).resolves.toBe('done');
    await expect(semaphore.run(async () => 'again')).resolves.toBe('again');
  });

  it('has no more slots than before once all tasks are done', async () => {
    const semaphore = new Semaphore(1, 1);
    await semaphore.run(async () => undefined);
    const pending = [1, 2].map(() => semaphore.run(() => new Promise(setImmediate)));
    await expect(semaphore.run(async () => 'third')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    await Promise.all(pending);
  });

  it('rejects a task when the queue is full', async () => {
    const semaphore = new Semaphore(1, 1);
    let finish = () => undefined as void;
    const first = semaphore.run(() => new Promise<void>((resolve) => (finish = resolve)));
    const second = semaphore.run(async () => 'waited');
    await expect(semaphore.run(async () => 'never')).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    finish();
    await expect(Promise.all([first, second])).resolves.toEqual([undefined, 'waited']);
  });
});
