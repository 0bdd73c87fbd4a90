import { isTargetDay, newestDay } from './target-days.js';

describe('the days on which the ECB publishes rates', () => {
  it.each([
    ['2026-04-02', true],
    ['2026-04-03', false],
    ['2026-04-04', false],
    ['2026-04-05', false],
    ['2026-04-06', false],
    ['2026-04-07', true],
    ['2026-05-01', false],
    ['2025-12-24', true],
    ['2025-12-25', false],
    ['2025-12-26', false],
    ['2025-12-31', true],
    ['2026-01-01', false],
    // Ascension Day is a holiday, but not of TARGET.
    ['2026-05-14', true],
  ])('%s: %p', (day, expected) => {
    expect(isTargetDay(day)).toBe(expected);
  });

  it.each([
    ['2010-04-02', '2010-04-05'],
    ['2019-04-19', '2019-04-22'],
    ['2024-03-29', '2024-04-01'],
    ['2025-04-18', '2025-04-21'],
    ['2027-03-26', '2027-03-29'],
    ['2038-04-23', '2038-04-26'],
  ])('exclude Good Friday, %s, and Easter Monday, %s', (friday, monday) => {
    expect([friday, monday].map(isTargetDay)).toEqual([false, false]);
  });

  it('are found backwards from a day', () => {
    expect(newestDay('2026-04-06', isTargetDay)).toBe('2026-04-02');
    expect(newestDay('2026-04-07', isTargetDay)).toBe('2026-04-07');
  });
});
