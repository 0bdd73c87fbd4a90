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

const DATE = /^\d{4}-\d{2}-\d{2}$/;

export function isIsoDate(text: string): boolean {
  // A day that its month lacks becomes one of the next month.
  return DATE.test(text) && new Date(`${text}T00:00:00Z`).getUTCDate() === Number(text.slice(8));
}

/** The UTC day of an instant. */
export function isoDayOf(instant: Date): IsoDate {
  return instant.toISOString().slice(0, 10);
}

export function addDays(date: IsoDate, days: number): IsoDate {
  const day = new Date(`${date}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + days);
  return isoDayOf(day);
}

/** The same day of the month `months` earlier, or the last day of a shorter month. */
export function monthsBefore(date: IsoDate, months: number): IsoDate {
  const [year = 0, month = 1, day = 1] = date.split('-').map(Number);
  const first = new Date(Date.UTC(year, month - 1 - months, 1));
  const lastDay = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + 1, 0)).getUTCDate();
  first.setUTCDate(Math.min(day, lastDay));
  return isoDayOf(first);
}

/** @param month YYYY-MM, as the result */
export function monthBefore(month: string, months: number): string {
  return monthsBefore(`${month}-01`, months).slice(0, 7);
}

export type DateProblem = 'invalid' | 'future' | 'tooOld';

/** Why a day is not a valid expense date, or null: it must not be after `today` or more than 12 months before it. */
export function expenseDateProblem(date: string, today: IsoDate): DateProblem | null {
  if (!isIsoDate(date)) return 'invalid';
  if (date > today) return 'future';
  return date < monthsBefore(today, 12) ? 'tooOld' : null;
}

/** The message for an invalid expense date in the super admins' dialogs, or null (R-4.3). */
export function shortDateProblem(date: string, today: IsoDate): string | null {
  const problem = expenseDateProblem(date, today);
  if (problem === null) return null;
  return { invalid: dateMessages.invalid, future: dateMessages.futureShort, tooOld: dateMessages.tooOldShort }[problem];
}

/** The client's day, limited to one day around UTC, which covers all time zones. */
export function acceptedToday(clientDay: string | undefined, now: Date): IsoDate {
  const utcDay = isoDayOf(now);
  if (clientDay === undefined || !isIsoDate(clientDay)) return utcDay;
  const earliest = addDays(utcDay, -1);
  const latest = addDays(utcDay, 1);
  return clientDay < earliest ? earliest : clientDay > latest ? latest : clientDay;
}
