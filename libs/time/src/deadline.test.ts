import { jest } from '@jest/globals';
import { DeadlineExceeded, withDeadline } from './deadline.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

it('resolves with the result of work that is done in time', async () => {
  await expect(withDeadline(Promise.resolve('done'), 100, 'The call')).resolves.toBe('done');
  expect(jest.getTimerCount()).toBe(0);
});

it('rejects with the error of work that fails in time', async () => {
  await expect(withDeadline(Promise.reject(new Error('refused')), 100, 'The call')).rejects.toThrow('refused');
  expect(jest.getTimerCount()).toBe(0);
});

it('rejects at the deadline, naming the work', async () => {
  const result = withDeadline(new Promise(() => undefined), 100, 'The call');
  const rejected = expect(result).rejects.toThrow(new DeadlineExceeded('The call took more than 100 ms'));
  await jest.advanceTimersByTimeAsync(100);
  await rejected;
});
