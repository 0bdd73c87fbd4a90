import type { IsoDate } from '@outlay/rules';

/** The day it is where the user is: the last day an expense may have. */
export function localToday(now = new Date()): IsoDate {
  const month = String(now.getMonth() + 1).padStart(2, '0');
  const day = String(now.getDate()).padStart(2, '0');
  return `${now.getFullYear()}-${month}-${day}`;
}
