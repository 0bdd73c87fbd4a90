import { jest } from '@jest/globals';
import { Signal } from './signal.js';

beforeEach(() => void jest.useFakeTimers());
afterEach(() => void jest.useRealTimers());

async function hasSettled(promise: Promise<void>): Promise<boolean> {
  let settled = false;
  void promise.then(() => (settled = true));
  await jest.advanceTimersByTimeAsync(0);
  return settled;
}

test('a wait ends when the signal is raised', async () => {
  const signal = new Signal();
  const waiting = signal.wait(1000);
  expect(await hasSettled(waiting)).toBe(false);
  signal.raise();
  expect(await hasSettled(waiting)).toBe(true);
  expect(jest.getTimerCount()).toBe(0);
});

test('a wait ends when the time is up', async () => {
  const waiting = new Signal().wait(1000);
  await jest.advanceTimersByTimeAsync(999);
  expect(await hasSettled(waiting)).toBe(false);
  await jest.advanceTimersByTimeAsync(1);
  expect(await hasSettled(waiting)).toBe(true);
});

test('a signal raised before is kept for one wait only', async () => {
  const signal = new Signal();
  signal.raise();
  signal.raise();
  expect(await hasSettled(signal.wait(1000))).toBe(true);
  expect(await hasSettled(signal.wait(1000))).toBe(false);
});

test('a signal that is reset is not kept', async () => {
  const signal = new Signal();
  signal.raise();
  signal.reset();
  expect(await hasSettled(signal.wait(1000))).toBe(false);
});

test('a signal raised during a wait is used up by it', async () => {
  const signal = new Signal();
  const waiting = signal.wait(1000);
  signal.raise();
  await waiting;
  expect(await hasSettled(signal.wait(1000))).toBe(false);
});
