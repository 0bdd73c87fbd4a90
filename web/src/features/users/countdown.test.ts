import { afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { act, renderHook } from '@testing-library/react';
import { inviteStatus, timeUntil } from './invite-status';
import { useNow } from '#lib/use-now';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const expires_at = '2026-03-31T12:00:00.000Z';
const before = (milliseconds: number) => Date.parse(expires_at) - milliseconds;

describe('the remaining time', () => {
  test.each([
    [13 * 24 * HOUR, 'in 13 days'],
    [48 * HOUR + MINUTE, 'in 2 days'],
    [48 * HOUR, 'in 48 hours'],
    [2 * HOUR + MINUTE, 'in 3 hours'],
    [2 * HOUR, 'in 120 minutes'],
    [1.5 * MINUTE, 'in 2 minutes'],
    [1, 'in 1 minute'],
  ])('%d ms before expiry is shown as “%s”', (left, text) => {
    expect(timeUntil(expires_at, before(left))).toBe(text);
  });
});

describe('while the screen is open', () => {
  beforeEach(() => void jest.useFakeTimers({ now: before(2 * MINUTE) }));
  afterEach(() => void jest.useRealTimers());

  test('an invite counts down and expires', () => {
    const { result } = renderHook(() => {
      const now = useNow();
      return { left: timeUntil(expires_at, now), status: inviteStatus({ used_at: null, expires_at }, now) };
    });
    expect(result.current).toEqual({ left: 'in 2 minutes', status: 'pending' });
    act(() => void jest.advanceTimersByTime(MINUTE));
    expect(result.current).toEqual({ left: 'in 1 minute', status: 'pending' });
    act(() => void jest.advanceTimersByTime(MINUTE));
    expect(result.current.status).toBe('expired');
  });
});
