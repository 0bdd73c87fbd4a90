import * as texts from '#strings/expense';
import * as language from '#strings/language';

/** Made when it is first asked for. */
function once<Format>(make: () => Format): () => Format {
  let made: Format | undefined;
  return () => (made ??= make());
}

const money = once(
  () => new Intl.NumberFormat(language.figures, { minimumFractionDigits: 2, maximumFractionDigits: 2 }),
);
const rate = once(
  () =>
    new Intl.NumberFormat(language.figures, {
      minimumFractionDigits: 4,
      maximumFractionDigits: 4,
      useGrouping: false,
    }),
);
const days = (options: Intl.DateTimeFormatOptions) => once(() => new Intl.DateTimeFormat(language.days, options));
// Calendar days have no time zone: they are read and written as UTC, so that no zone moves them.
const longDay = days({ day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' });
const shortDay = days({ day: '2-digit', month: '2-digit', year: '2-digit', timeZone: 'UTC' });
const moment = days({ dateStyle: 'medium', timeStyle: 'short' });

/**
 * For what is about to show many figures. The first formatter takes a browser longer to make than a list to draw: it is made
 * in a moment of its own, while the list is on its way.
 */
export function prepareFigures() {
  setTimeout(money);
}

/** `1,234.50 EUR`; without a currency the figure alone. A dash for what is not known. */
export function formatMoney(amount: number | null | undefined, currency?: string | null): string {
  if (amount === null || amount === undefined) return texts.unknown;
  return currency ? `${money().format(amount)} ${currency}` : money().format(amount);
}

/** Four decimals, as rates are shown everywhere (specification §9); `N/A` without one. */
export function formatRate(value: number | null | undefined): string {
  return value === null || value === undefined ? texts.notAvailable : rate().format(value);
}

function day(date: string | null | undefined, format: () => Intl.DateTimeFormat): string {
  if (!date) return texts.unknown;
  const parsed = new Date(date.length === 10 ? `${date}T00:00:00Z` : date);
  return Number.isNaN(parsed.getTime()) ? texts.unknown : format().format(parsed);
}

/** `5 Mar 2026`, for members. */
export function formatDate(date: string | null | undefined): string {
  return day(date, longDay);
}

/** `05/03/26`, for the admin's lists (specification §9). */
export function formatShortDate(date: string | null | undefined): string {
  return day(date, shortDay);
}

/** An instant on the user's own clock: `5 Mar 2026, 14:30`. */
export function formatInstant(instant: string | null | undefined): string {
  return day(instant, moment);
}

const SOURCE_NAMES: Readonly<Record<string, string>> = {
  ecb: texts.ecb,
  cbk: texts.cbk,
  cbn: texts.cbn,
  bam: texts.bam,
  cbe: texts.cbe,
  'currency-api': texts.currencyApi,
  'currency-api (bundled)': texts.bundledCurrencyApi,
  peg: texts.peg,
  identity: texts.sameCurrency,
};
/** Between the sources of a rate that was reckoned over the euro. */
const TIMES = ' × ';

/** Where a rate comes from, in words: one source, or both of a rate that goes over the euro. */
export function formatRateSource(source: string): string {
  return source
    .split(TIMES)
    .map((part) => SOURCE_NAMES[part.toLowerCase()] ?? part)
    .join(TIMES);
}
