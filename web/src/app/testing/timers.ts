import { jest } from '@jest/globals';
import { act } from '@testing-library/react';

export async function skipTime(ms: number, action: () => Promise<void>) {
  jest.useFakeTimers({
    advanceTimers: 1,
    doNotFake: [
      'cancelAnimationFrame',
      'cancelIdleCallback',
      'clearImmediate',
      'clearInterval',
      'Date',
      'hrtime',
      'nextTick',
      'performance',
      'queueMicrotask',
      'requestAnimationFrame',
      'requestIdleCallback',
      'setImmediate',
      'setInterval',
    ],
  });
  try {
    await action();
    await act(() => jest.advanceTimersByTimeAsync(ms));
  } finally {
    jest.useRealTimers();
  }
}

/** Timers of this delay that the action starts, such as a debounce, fire at once. */
export async function withoutDelay(ms: number, action: () => Promise<void>) {
  const { setTimeout } = globalThis;
  const hurried = (run: () => void, delay?: number) => setTimeout(run, delay === ms ? 0 : delay);
  globalThis.setTimeout = Object.assign(hurried, setTimeout);
  try {
    await action();
  } finally {
    globalThis.setTimeout = setTimeout;
  }
}
