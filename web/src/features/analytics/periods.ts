import { monthBefore } from '@outlay/rules';
import * as texts from '#strings/analytics';

export type Period = keyof typeof texts.periods;

/** The first and the last month of a period. @param today an ISO instant or day */
export function monthsOf(period: Period, today: string): { from: string; to: string } {
  const month = today.slice(0, 7);
  const year = Number(month.slice(0, 4));
  switch (period) {
    case 'quarter':
      return { from: monthBefore(month, 2), to: month };
    case 'year':
      return { from: monthBefore(month, 11), to: month };
    case 'three':
      return { from: monthBefore(month, 35), to: month };
    case 'this':
      return { from: `${year}-01`, to: `${year}-12` };
    case 'previous':
      return { from: `${year - 1}-01`, to: `${year - 1}-12` };
    default:
      return period satisfies never;
  }
}

/** Every month from one to another, so that a month without expenses has its place. */
export function monthsBetween(from: string, to: string): string[] {
  const months = [from];
  for (let last = from; last < to; months.push(last)) last = monthBefore(last, -1);
  return months;
}
