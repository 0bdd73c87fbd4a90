import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';

/** The engine needs WebAssembly in a worker, which this environment has not. */
const engine = () => ({
  recognize: jest.fn((): Promise<unknown> => Promise.resolve({ data: { tsv: '', confidence: 90 } })),
  terminate: jest.fn(() => Promise.resolve()),
});
const started: ReturnType<typeof engine>[] = [];
const openEngine = () => {
  const worker = engine();
  started.push(worker);
  return Promise.resolve(worker);
};
jest.unstable_mockModule('./engine', () => ({ openEngine }));

const { openLetters } = await import('./letters');

const ended = () => started.filter(({ terminate }) => terminate.mock.calls.length > 0).length;
const hide = (isHidden: boolean) => {
  Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
};
const readOne = async (signal = new AbortController().signal) => {
  const letters = await openLetters(signal);
  await letters.read(new Blob());
  letters.close();
};

beforeEach(() => {
  jest.useFakeTimers();
  hide(false);
});
afterEach(() => {
  jest.runAllTimers();
  jest.useRealTimers();
  started.length = 0;
});

describe('the engine of letters', () => {
  test('is kept for the next receipt, and ends after a minute without one', async () => {
    await readOne();
    jest.advanceTimersByTime(50_000);
    await readOne();
    jest.advanceTimersByTime(50_000);
    expect([started.length, ended()]).toEqual([1, 0]);
    jest.advanceTimersByTime(10_000);
    expect(ended()).toBe(1);
    await readOne();
    expect(started).toHaveLength(2);
  });

  test('no longer heeds the signal of a receipt that it has read', async () => {
    const { signal, abort } = stoppable();
    await readOne(signal);
    abort();
    await Promise.resolve();
    expect(ended()).toBe(0);
  });

  test('ends when its receipt is taken away while it reads', async () => {
    const { signal, abort } = stoppable();
    const letters = await openLetters(signal);
    started[0]?.recognize.mockReturnValue(new Promise(() => undefined));
    const reading = letters.read(new Blob());
    await jest.advanceTimersByTimeAsync(0);
    abort();
    await expect(reading).rejects.toThrow();
    letters.close();
    await jest.advanceTimersByTimeAsync(0);
    expect([started[0]?.recognize.mock.calls.length, ended()]).toEqual([1, 1]);
    await readOne();
    expect(started).toHaveLength(2);
  });

  test('is given no picture that was taken away in the meantime', async () => {
    const { signal, abort } = stoppable();
    const letters = await openLetters(signal);
    const reading = letters.read(new Blob());
    abort();
    await expect(reading).rejects.toThrow();
    letters.close();
    await jest.advanceTimersByTimeAsync(0);
    expect([started[0]?.recognize.mock.calls.length, ended()]).toEqual([0, 1]);
  });

  test('ends after the picture was posted that it was given', async () => {
    const { signal, abort } = stoppable();
    const letters = await openLetters(signal);
    const order: string[] = [];
    started[0]?.recognize.mockImplementation(async (...[image]: unknown[]) => {
      abort();
      // The engine reads bytes within a microtask or two.
      await Promise.resolve().then(() => Promise.resolve());
      order.push(`post ${image instanceof Uint8Array}`);
      return new Promise(() => undefined);
    });
    started[0]?.terminate.mockImplementation(async () => void order.push('terminate'));
    await expect(letters.read(new Blob())).rejects.toThrow();
    await jest.advanceTimersByTimeAsync(0);
    expect(order).toEqual(['post true', 'terminate']);
  });

  test('ends after a failure', async () => {
    const letters = await openLetters(new AbortController().signal);
    started[0]?.recognize.mockRejectedValue(new Error('out of memory'));
    await expect(letters.read(new Blob())).rejects.toThrow('out of memory');
    letters.close();
    expect(ended()).toBe(1);
  });

  test('ends when the page is hidden, and is not kept by a hidden one', async () => {
    await readOne();
    hide(true);
    expect(ended()).toBe(1);
    await readOne();
    expect([started.length, ended()]).toEqual([2, 2]);
  });

  test('is kept once, however many receipts are read at the same time', async () => {
    await Promise.all([readOne(), readOne()]);
    expect([started.length, ended()]).toEqual([2, 1]);
  });
});

function stoppable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: () => controller.abort() };
}
