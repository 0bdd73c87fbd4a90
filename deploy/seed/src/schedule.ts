import { addDays, type IsoDate } from '@outlay/rules';
import type { DemoClaim } from './claim.js';
import { PEOPLE } from './people.js';

/** The instants at which a claim was sent, decided and paid; null if that has not happened. */
export interface Schedule {
  readonly sentAt: Date;
  readonly decidedAt: Date | null;
  readonly paidAt: Date | null;
}

const DAY_MS = 86_400_000;
const TUESDAY = 2;
const THURSDAY = 4;
const GOLDEN_RATIO = (Math.sqrt(5) - 1) / 2;

/**
 * Each person sends claims on a day of the week of their own, reviewers decide on Tuesdays and Thursdays, and payments
 * are made at the end of a month. What would happen after now happens shortly before it.
 */
export function scheduleOf(claim: DemoClaim, index: number, now: Date): Schedule {
  const { purchase, outcome } = claim;
  const { date } = purchase.receipt;
  const person = PEOPLE.indexOf(purchase.owner);
  const minute = (index * 7) % 60;
  const fraction = ((index + 1) * GOLDEN_RATIO) % 1;
  const earlier = (planned: Date, after: Date): Date =>
    planned <= now ? planned : new Date(after.getTime() + Math.max(0, now.getTime() - after.getTime()) * fraction);

  const sentAt = earlier(at(weekdayAfter(date, [1 + (person % 5)]), 8 + (person % 9), minute), at(date, 0, 0));
  if (outcome.status === 'draft' || outcome.status === 'submitted') return { sentAt, decidedAt: null, paidAt: null };
  const decidedAt = earlier(at(weekdayAfter(dayOf(sentAt), [TUESDAY, THURSDAY]), 10 + (index % 6), minute), sentAt);
  const paidAt = outcome.status === 'paid' ? earlier(payDayAfter(decidedAt), now) : null;
  return { sentAt, decidedAt, paidAt };
}

/** The end of the last working day of a month. */
function payDayAfter(instant: Date): Date {
  for (let month = instant.getUTCMonth(); ; month += 1) {
    const last = new Date(Date.UTC(instant.getUTCFullYear(), month + 1, 0, 16));
    const weekend = Math.max(0, ((last.getUTCDay() + 6) % 7) - 4);
    const payDay = new Date(last.getTime() - weekend * DAY_MS);
    if (payDay > instant) return payDay;
  }
}

function weekdayAfter(day: IsoDate, weekdays: readonly number[]): IsoDate {
  const next = addDays(day, 1);
  return weekdays.includes(new Date(next).getUTCDay()) ? next : weekdayAfter(next, weekdays);
}

function at(day: IsoDate, hour: number, minute: number): Date {
  return new Date(Date.parse(day) + (hour * 60 + minute) * 60_000);
}

function dayOf(instant: Date): IsoDate {
  return instant.toISOString().slice(0, 10);
}
