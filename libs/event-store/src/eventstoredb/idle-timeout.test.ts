import { jest } from '@jest/globals';
import { IdleTimeout } from './idle-timeout.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

test('a silence counts from the last refresh, and not after a stop', () => {
  const reasons: string[] = [];
  const start = () => new IdleTimeout(100, ({ message }) => reasons.push(message));
  const stopped = start();
  const refreshed = start();
  jest.advanceTimersByTime(99);
  stopped.stop();
  refreshed.refresh();
  jest.advanceTimersByTime(99);
  expect(reasons).toEqual([]);
  jest.advanceTimersByTime(1);
  expect(reasons).toEqual(['nothing received for 100 ms']);
});
