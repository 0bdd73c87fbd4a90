import type { ReadingSource, ReadValue, ReceiptReading } from '../reading.js';
import { codesIn, decimalOf, type PrintedAmount } from './amounts.js';
import { datesIn, type PrintedDate } from './dates.js';
import { labelled, totalOf, vatOf, type LabelledLine } from './figures.js';
import { dateLabelOf } from './labels.js';
import type { Line } from './lines.js';
import { merchantOf } from './merchant.js';

export interface TextContext {
  readonly source: Extract<ReadingSource, 'pdf-text' | 'photo'>;
  /** `YYYY-MM-DD`; no receipt is of a later day. */
  readonly today: string;
}

/** More lines than an invoice of ten pages has; what follows is not read. */
const MOST_LINES = 1000;
const LONGEST_LINE = 300;

/** Reads the fields of a receipt from its lines. A field that could not be read is missing. */
export function readText(all: readonly Line[], { source, today }: TextContext): ReceiptReading {
  const kept = all.slice(0, MOST_LINES).map((line) => ({ ...line, text: line.text.slice(0, LONGEST_LINE) }));
  const lines = labelled(kept);
  const total = totalOf(lines);
  const currency = currencyOf(lines, total?.amount ?? null);
  const vat = total && vatOf(total.amount.cents, lines);
  const date = dateOf(lines, today, currency?.value ?? null, source);
  const merchant = merchantOf(kept);
  return {
    source,
    ...(total && { total: { value: decimalOf(total.amount.cents), certainty: total.certainty } }),
    ...(date && { date }),
    ...(currency && { currency }),
    ...(vat && { vat }),
    ...(merchant && { merchant: { value: merchant, certainty: 'check' } }),
  };
}

/** The currency that stands at the total, or else the only one of the receipt; never one of an amount without a sign. */
function currencyOf(lines: readonly LabelledLine[], total: PrintedAmount | null): ReadValue | null {
  if (total?.currency) return { value: total.currency.code, certainty: total.currency.isCertain ? 'sure' : 'check' };
  const signs = lines.flatMap(({ amounts }) => amounts.flatMap(({ currency }) => currency ?? []));
  const codes = lines.flatMap(({ text }) => codesIn(text));
  const distinct = new Set([...signs.map(({ code }) => code), ...codes]);
  const [only] = distinct;
  if (only === undefined || distinct.size > 1) return null;
  const isCertain = codes.length > 0 || signs.some((sign) => sign.isCertain);
  return { value: only, certainty: isCertain ? 'sure' : 'check' };
}

const TIME = /\d{1,2}\s?[:h]\s?\d{2}(?!\d*%)/;
const YEARS_BACK = 5;

function dateOf(
  lines: readonly LabelledLine[],
  today: string,
  currency: string | null,
  source: TextContext['source'],
): ReadValue | null {
  const earliest = `${Number(today.slice(0, 4)) - YEARS_BACK}${today.slice(4)}`;
  const isPossible = (date: string | null): date is string => date !== null && earliest <= date && date <= today;
  const found = lines.flatMap(({ text, plain }, index) => {
    const above = lines[index - 1];
    const label = dateLabelOf(plain) ?? (above && above.amounts.length === 0 ? dateLabelOf(above.plain) : null);
    return datesIn(text).map((date) => ({ ...date, label, hasTime: TIME.test(text) }));
  });
  const order = found.find((date) => date.order !== null)?.order ?? (currency === 'USD' ? 'month-first' : null);
  const readings = found
    .filter(({ label }) => label !== 'other')
    .flatMap((date) => {
      const read = meaningOf(date, order, isPossible);
      return read ? [{ ...read, label: date.label, hasTime: date.hasTime }] : [];
    });
  for (const group of [
    readings.filter(({ label }) => label === 'receipt'),
    readings.filter(({ hasTime }) => hasTime),
    readings,
  ]) {
    const days = new Set(group.map(({ value }) => value));
    const [first] = group;
    if (days.size > 1) return null;
    if (!first) continue;
    const isSure = group.some(({ isClear, label, hasTime }) => isClear && (source === 'pdf-text' || label || hasTime));
    return { value: first.value, certainty: isSure ? 'sure' : 'check' };
  }
  return null;
}

/** The meaning of a date. Where both orders are possible, the day comes first, as everywhere but in the United States. */
function meaningOf(
  { date, other, order: own }: PrintedDate,
  order: PrintedDate['order'],
  isPossible: (date: string | null) => date is string,
): { value: string; isClear: boolean } | null {
  const possible = [date, other].filter(isPossible);
  const [first] = possible;
  if (first === undefined) return null;
  if (possible.length === 1) return { value: first, isClear: other === null || own !== null || order !== null };
  const chosen = order === 'month-first' ? possible[1] : first;
  return chosen === undefined ? null : { value: chosen, isClear: order !== null };
}
