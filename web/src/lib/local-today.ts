import type { IsoDate } from '@outlay/rules';

/** Today in the user's time zone, the latest date of an expense. */
export function localToday(now = new Date()): IsoDate {
  const month = String(now.getMonth() + 1).padStart(2, '0');
  const day = String(now.getDate()).padStart(2, '0');
  return `${now.getFullYear()}-${month}-${day}`;
}
