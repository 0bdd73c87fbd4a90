import type { ReadValue } from '../reading.js';
import { amountsIn, decimalOf, type PrintedAmount } from './amounts.js';
import { labelOf, plainText, type LabelKind } from './labels.js';
import type { Line } from './lines.js';

/** A line with its label and its amounts. */
export interface LabelledLine {
  readonly text: string;
  readonly plain: string;
  readonly label: LabelKind;
  readonly amounts: readonly PrintedAmount[];
}

const ONLY_AMOUNT = /^[^\p{L}]*(?:\p{Lu}{1,4}\$?)?[^\p{L}]*(?:\p{Lu}{1,4})?[^\p{L}]*$/u;

/** The lines with their labels. An amount that stands alone below a label belongs to it. */
export function labelled(lines: readonly Line[]): LabelledLine[] {
  const read = lines.map(({ text }) => {
    const plain = plainText(text);
    const label = labelOf(plain);
    const hasLabel = label === 'grand' || label === 'total' || label === 'paid';
    const amounts = amountsIn(text);
    return {
      text,
      plain,
      label,
      amounts: amounts.length === 0 && hasLabel ? amountsIn(text, { wholeNumbers: true }) : amounts,
    };
  });
  return read.map((line, index) => {
    const next = read[index + 1];
    const isTotal = line.label === 'grand' || line.label === 'total';
    if (!isTotal || line.amounts.length > 0 || !next || next.label !== 'none') return line;
    return ONLY_AMOUNT.test(next.text) && next.amounts.length === 1 ? { ...line, amounts: next.amounts } : line;
  });
}

interface Total {
  readonly amount: PrintedAmount;
  readonly certainty: 'sure' | 'check';
}

/** The total: an amount with its label that a second witness confirms, or with its label alone, to be checked. */
export function totalOf(lines: readonly LabelledLine[]): Total | null {
  for (const label of ['grand', 'total'] as const) {
    const found = lines.flatMap((line, index) => (line.label === label ? candidates(line, index) : []));
    const distinct = [...new Map(found.map((each) => [each.amount.cents, each])).values()].filter(
      ({ amount }) => amount.cents > 0,
    );
    const witnessed = distinct.filter(({ amount, index }) => isWitnessed(amount.cents, index, lines));
    const largest = witnessed.toSorted((a, b) => b.amount.cents - a.amount.cents)[0];
    if (largest) return { amount: withCurrency(largest.amount, found), certainty: 'sure' };
    // Two totals without a witness: either may be that of a part.
    if (distinct.length === 1 && distinct[0]) {
      return { amount: withCurrency(distinct[0].amount, found), certainty: 'check' };
    }
    if (distinct.length > 1) return null;
  }
  return null;
}

interface Candidate {
  readonly amount: PrintedAmount;
  readonly index: number;
}

/** A line of net, tax and total has the total last; one in two currencies has it first. */
function candidates(line: LabelledLine, index: number): Candidate[] {
  const { amounts } = line;
  const currencies = new Set(amounts.flatMap(({ currency }) => currency?.code ?? []));
  const chosen = currencies.size > 1 ? amounts[0] : amounts.at(-1);
  return chosen ? [{ amount: chosen, index }] : [];
}

function withCurrency(amount: PrintedAmount, found: readonly Candidate[]): PrintedAmount {
  const same = found.find((each) => each.amount.cents === amount.cents && each.amount.currency !== null);
  return amount.currency ? amount : { ...amount, currency: same?.amount.currency ?? null };
}

/** A second witness for a total: the sum of the lines above, net and tax, what was paid, or another total. */
function isWitnessed(total: number, index: number, lines: readonly LabelledLine[]): boolean {
  const says = (each: LabelledLine) => each.amounts.some(({ cents }) => cents === total);
  return (
    lines.some((line, at) => at !== index && (line.label === 'grand' || line.label === 'total') && says(line)) ||
    lines.some((line) => line.label === 'paid' && says(line)) ||
    isSumOfLines(total, index, lines) ||
    isNetAndTax(total, lines)
  );
}

/** Counts upwards from the total, since a receipt does not say where its lines begin. */
function isSumOfLines(total: number, index: number, lines: readonly LabelledLine[]): boolean {
  let sum = 0;
  for (const { label, amounts } of lines.slice(0, index).toReversed()) {
    const last = amounts.at(-1);
    if (!last || label !== 'none') continue;
    sum += last.cents;
    if (sum === total) return true;
    if (sum > total) return false;
  }
  return false;
}

function isNetAndTax(total: number, lines: readonly LabelledLine[]): boolean {
  return taxesOf(total, lines).some(({ isWitnessed }) => isWitnessed);
}

interface Tax {
  readonly cents: number;
  readonly isWitnessed: boolean;
}

const RATE = /(\d{1,2}(?:[.,]\d{1,2})?)\s?%/g;
/** No tax on sales is above a third of the price. */
const HIGHEST_RATE = 0.34;

/** The amounts of the lines of tax that can be the tax of a total, and whether a net amount or a rate confirms them. */
function taxesOf(total: number, lines: readonly LabelledLine[]): Tax[] {
  const nets = new Set(
    lines.flatMap(({ label, amounts }) =>
      label === 'net' || label === 'subtotal' || label === 'vat' || label === 'none'
        ? amounts.map(({ cents }) => cents)
        : [],
    ),
  );
  const taxLines = lines.filter(({ label }) => label === 'vat');
  const single = taxLines.flatMap(({ text, amounts }) => {
    const rates = [...text.matchAll(RATE)].map(([, rate = '']) => Number(rate.replace(',', '.')));
    const possible = amounts.filter(({ cents }) => cents > 0 && cents <= total * HIGHEST_RATE);
    return possible.map(({ cents }) => ({
      cents,
      isWitnessed:
        nets.has(total - cents) ||
        rates.some((rate) => rate > 0 && Math.abs((total * rate) / (100 + rate) - cents) <= 1),
    }));
  });
  // Taxes of several rates, each on a line that ends with it or with its gross amount.
  const perLine = taxLines.map(({ amounts }) => taxOfLine(amounts));
  const sum = perLine.reduce<number>((total, cents) => total + (cents ?? 0), 0);
  const isSum = perLine.length > 1 && perLine.every((cents) => cents !== null) && nets.has(total - sum);
  return isSum ? [{ cents: sum, isWitnessed: true }, ...single] : single;
}

/** The tax of one line: its only amount, or the one that the two others, net and gross, leave. */
function taxOfLine(amounts: readonly PrintedAmount[]): number | null {
  const cents = amounts.map((amount) => amount.cents);
  if (cents.length === 1) return cents[0] ?? null;
  const [smallest = 0, middle = 0, largest = 0] = cents.toSorted((a, b) => a - b);
  if (cents.length === 2) return smallest;
  return cents.length === 3 && smallest + middle === largest ? smallest : null;
}

/** The VAT of a total. */
export function vatOf(total: number, lines: readonly LabelledLine[]): ReadValue | null {
  const taxes = taxesOf(total, lines);
  const [witnessed] = taxes.filter(({ isWitnessed }) => isWitnessed);
  if (witnessed) return { value: decimalOf(witnessed.cents), certainty: 'sure' };
  const distinct = new Set(taxes.map(({ cents }) => cents));
  const [only] = distinct;
  return distinct.size === 1 && only !== undefined ? { value: decimalOf(only), certainty: 'check' } : null;
}
