import { acceptedToday, addDays, expenseDateProblem, isIsoDate, monthsBefore, shortDateProblem } from './dates.js';

it.each([
  ['2026-02-28', true],
  ['2026-02-29', false],
  ['2024-02-29', true],
  ['2026-13-01', false],
  ['2026-1-1', false],
  ['2026-01-01x', false],
  ['+002026-01-01', false],
  ['yesterday', false],
])('%s is a calendar day: %s', (text, is) => expect(isIsoDate(text)).toBe(is));

it.each([
  ['2026-06-15', 12, '2025-06-15'],
  ['2024-02-29', 12, '2023-02-28'],
  ['2026-03-31', 1, '2026-02-28'],
  ['2026-01-15', 1, '2025-12-15'],
])('%s minus %i months is %s', (date, months, expected) => expect(monthsBefore(date, months)).toBe(expected));

describe('the date of an expense', () => {
  it.each([
    ['2026-06-15', null],
    ['2026-06-16', 'future'],
    ['2025-06-15', null],
    ['2025-06-14', 'tooOld'],
    ['2026-02-30', 'invalid'],
  ])('%s on 2026-06-15: %s', (date, problem) => expect(expenseDateProblem(date, '2026-06-15')).toBe(problem));
});

describe('the short message for a date', () => {
  it.each([
    ['2026-06-15', null],
    ['2026-06-16', 'Future dates are not allowed.'],
    ['2025-06-14', 'Dates older than 12 months are not allowed.'],
    ['2026-02-30', 'Please enter a valid date (YYYY-MM-DD).'],
  ])('%s on 2026-06-15: %s', (date, message) => expect(shortDateProblem(date, '2026-06-15')).toBe(message));
});

describe('the client’s current day', () => {
  const now = new Date('2026-06-15T23:30:00Z');
  it.each([
    ['2026-06-16', '2026-06-16'],
    ['2026-06-14', '2026-06-14'],
    ['2026-06-18', '2026-06-16'],
    ['2026-06-01', '2026-06-14'],
    ['nonsense', '2026-06-15'],
    [undefined, '2026-06-15'],
  ])('%s is limited to %s, at most one day around UTC', (day, accepted) =>
    expect(acceptedToday(day, now)).toBe(accepted),
  );
});

it('days are counted across a daylight-saving change', () => expect(addDays('2026-03-28', 2)).toBe('2026-03-30'));
