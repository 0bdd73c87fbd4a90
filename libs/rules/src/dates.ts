/** A calendar day, `YYYY-MM-DD`, without a time zone. */
export type IsoDate = string;

export const dateMessages = {
  future: 'Future dates are not allowed. Please select today or an earlier date.',
  tooOld: 'Dates older than 12 months are not allowed. Please select a more recent date.',
  futureShort: 'Future dates are not allowed.',
  tooOldShort: 'Dates older than 12 months are not allowed.',
  invalid: 'Please enter a valid date (YYYY-MM-DD).',
  cannotSubmit: 'Cannot submit expense with invalid date.',
} as const;

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** True for a day that exists in the calendar: `2026-02-29` does not. */
export function isIsoDate(text: string): boolean {
  const parts = DATE.exec(text);
  if (!parts) return false;
  const day = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
}

/** The day of an instant in UTC. */
export function isoDayOf(instant: Date): IsoDate {
  return instant.toISOString().slice(0, 10);
}

/** The day `days` after (or, negative, before) the given one. */
export function addDays(date: IsoDate, days: number): IsoDate {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return isoDayOf(day);
}

/** The same day of the month `months` earlier; the last day of that month where it is shorter. */
export function monthsBefore(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return isoDayOf(first);
}

export type DateProblem = 'invalid' | 'future' | 'tooOld';

/** What keeps a day from being an expense's date, or null: not after `today`, not more than 12 months before it. */
export function expenseDateProblem(date: string, today: IsoDate): DateProblem | null {
  if (!isIsoDate(date)) return 'invalid';
  if (date > today) return 'future';
  return date < monthsBefore(today, 12) ? 'tooOld' : null;
}

/** The same in the words of the super admins' dialogs (specification §5). */
export function shortDateProblem(date: string, today: IsoDate): string | null {
  const problem = expenseDateProblem(date, today);
  if (problem === null) return null;
  return { invalid: dateMessages.invalid, future: dateMessages.futureShort, tooOld: dateMessages.tooOldShort }[problem];
}

/**
 * The user's today as the server believes it: the day the client says, kept within a day of UTC, so that no clock or
 * time zone moves the window further (design §7).
 */
export function acceptedToday(clientDay: string | undefined, now: Date): IsoDate {
  const utcDay = isoDayOf(now);
  if (clientDay === undefined || !isIsoDate(clientDay)) return utcDay;
  const earliest = addDays(utcDay, -1);
  const latest = addDays(utcDay, 1);
  return clientDay < earliest ? earliest : clientDay > latest ? latest : clientDay;
}
