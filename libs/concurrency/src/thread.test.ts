import { Thread } from './thread.js';

/** Doubles numbers, refuses 13, and dies of 0. */
const DOUBLING = new URL(
  `data:text/javascript,${encodeURIComponent(`
    import { parentPort } from 'node:worker_threads';
    parentPort.on('message', (number) => {
      if (number === 0) throw new Error('It ended');
      parentPort.postMessage(number === 13 ? { error: 'Unlucky' } : { result: 2 * number });
    });
  `)}`,
);

let thread: Thread<unknown, number>;
beforeEach(() => (thread = new Thread<unknown, number>(DOUBLING)));
afterEach(() => thread.end());

test('answers requests in their order', async () => {
  expect(await Promise.all([1, 2, 3].map((number) => thread.run(number)))).toEqual([2, 4, 6]);
  expect(thread.waiting).toBe(0);
});

test('started beforehand, it answers as well', async () => {
  thread.prepare();
  thread.prepare();
  expect(await thread.run(4)).toBe(8);
});

test('a failure is undefined, or thrown with its reason, and the next request is answered', async () => {
  expect(await thread.run(13)).toBeUndefined();
  await expect(thread.runOrThrow(13)).rejects.toThrow('Unlucky');
  expect(await thread.runOrThrow(5)).toBe(10);
});

test('a request that cannot be cloned is rejected, and the others get their own answers', async () => {
  const [before, refused, after] = [thread.run(1), thread.run(() => undefined), thread.run(2)];
  await expect(refused).rejects.toMatchObject({ name: 'DataCloneError' });
  expect(await Promise.all([before, after, thread.run(3)])).toEqual([2, 4, 6]);
});

test('all that wait are told when it ends, and the next request starts it again', async () => {
  const waiting = [thread.run(0), thread.run(1)];
  await expect(thread.runOrThrow(2)).rejects.toThrow('The thread has ended');
  expect(await Promise.all(waiting)).toEqual([undefined, undefined]);
  expect(await thread.run(6)).toBe(12);
});
