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
