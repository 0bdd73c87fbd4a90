import type { Decimal } from '@outlay/rules';
import * as texts from '#strings/expense';
import * as language from '#strings/language';

function once<Format>(create: () => Format): () => Format {
  let created: Format | undefined;
  return () => (created ??= create());
}

const money = once(
  () => new Intl.NumberFormat(language.figures, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const RATE_DECIMALS = 4;
const MAX_DECIMALS = 20;
const rateFormats = new Map<number, Intl.NumberFormat>();
const days = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(language.days, options));
// Calendar days have no time zone: parsing and formatting both use UTC.
const longDay = days({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDay = days({ day: '2-digit', month: '2-digit', year: '2-digit', timeZone: 'UTC' });
const dateAndTime = days({ dateStyle: 'medium', timeStyle: 'short' });
const timeOfDay = days({ timeStyle: 'medium' });

/** Creates the slow first formatter ahead, while a list is loading. */
export function prepareFigures() {
  setTimeout(money);
}

export function formatMoney(amount: number | null | undefined, currency?: string | null): string {
  if (amount === null || amount === undefined) return texts.unknown;
  return currency ? `${money().format(amount)} ${currency}` : money().format(amount);
}

/** Four decimals, or as many as give the reimbursement of the amount; `N/A` for null. */
export function formatRate(value: number | Decimal | null | undefined, amount: number | Decimal | null): string {
  if (value === null || value === undefined) return texts.notAvailable;
  const rate = Number(value);
  const decimals = decimalsOf(rate, Number(amount));
  const format =
    rateFormats.get(decimals) ??
    new Intl.NumberFormat(language.figures, {
      minimumFractionDigits: decimals,
      maximumFractionDigits: decimals,
      useGrouping: false,
    });
  rateFormats.set(decimals, format);
  return format.format(rate);
}

/** The digits are counted in floating point, since only their number matters, and lists load without exact decimals. */
function decimalsOf(rate: number, amount: number): number {
  const cents = (shown: number) => Math.round(amount * shown * 100);
  for (let decimals = RATE_DECIMALS; decimals < MAX_DECIMALS; decimals += 1) {
    const shown = Number(rate.toFixed(decimals));
    if (shown === rate || cents(shown) === cents(rate)) return decimals;
  }
  return MAX_DECIMALS;
}

function day(date: string | null | undefined, format: () => Intl.DateTimeFormat): string {
  if (!date) return texts.unknown;
  const parsed = new Date(date.length === 10 ? `${date}T00:00:00Z` : date);
  return Number.isNaN(parsed.getTime()) ? texts.unknown : format().format(parsed);
}

export function formatDate(date: string | null | undefined): string {
  return day(date, longDay);
}

/** `05/03/26`, for the admin's lists. */
export function formatShortDate(date: string | null | undefined): string {
  return day(date, shortDay);
}

export function formatInstant(instant: string | null | undefined): string {
  return day(instant, dateAndTime);
}

/** The time with seconds. */
export function formatTime(instant: string | null | undefined): string {
  return day(instant, timeOfDay);
}
