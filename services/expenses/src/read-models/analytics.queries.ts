import { Injectable } from '@nestjs/common';
import {
  ANALYTICS_MONTHS,
  OutlayError,
  type ReplyOf,
  type RequestOf,
  type showAnalytics,
  type SpentSum,
  type WaitingDays,
} from '@outlay/contracts';
import { monthBefore, type Decimal, type Status } from '@outlay/rules';
import { parseCells, UNPAID, type Cell, type Dimension } from './analytics-cells.js';
import { ANALYTICS, SummaryStore } from './summary.store.js';

const PAGE = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** People by name in a reply; the sum of the others follows. */
const SHOWN_PEOPLE = 100;
/** A month is unusual if a person spent more than three times the median of at least three other months. */
const OUTLIER_TIMES = 3;
const OUTLIER_MONTHS = 3;
const SHOWN_OUTLIERS = 50;

/** Cells of a month; the months ascend. */
type MonthCells = readonly [month: string, cells: readonly Cell[]];

export interface AnalyticsRequest {
  readonly from: string;
  readonly to: string;
  readonly statuses: readonly Status[];
  /** Ages of unpaid claims are counted up to this instant. */
  readonly at: string;
}

/** Fills in what a request leaves out. @throws INVALID_INPUT if it asks for no month, or for too many */
export function analyticsRequestOf(
  { from, to, statuses = ['submitted', 'approved', 'paid'] }: RequestOf<typeof showAnalytics>,
  at: string,
): AnalyticsRequest {
  const last = to ?? at.slice(0, 7);
  const first = from ?? monthBefore(last, 11);
  if (first <= last && first > monthBefore(last, ANALYTICS_MONTHS)) return { from: first, to: last, statuses, at };
  const message = `must be a month of the ${ANALYTICS_MONTHS} up to ${last}`;
  throw new OutlayError('INVALID_INPUT', `from ${message}`, [{ field: 'from', message }]);
}

/** Answers from the sums of months, so that the time does not depend on the number of expenses. */
@Injectable()
export class AnalyticsQueries {
  constructor(private readonly sums: SummaryStore) {}

  async show({ from, to, statuses, at }: AnalyticsRequest): Promise<ReplyOf<typeof showAnalytics>> {
    const cells = new Map<Dimension, MonthCells[]>();
    for (let after = ANALYTICS + from; ;) {
      // A month follows its text and precedes the same with a tilde.
      const page = await this.sums.pageOfAnalytics(after, PAGE, `${ANALYTICS}${to}${ANALYTICS}`);
      for (const { _id, cells: stored } of page) {
        const [month = '', dimension = ''] = _id.slice(1).split('/');
        const known = cells.get(dimension as Dimension) ?? [];
        known.push([month, parseCells(stored)]);
        cells.set(dimension as Dimension, known);
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = last._id;
    }
    const counted = (dimension: Dimension) =>
      (cells.get(dimension) ?? []).map(([month, ofMonth]): MonthCells => [
        month,
        ofMonth.filter(([, status]) => statuses.includes(status)),
      ]);
    const spent = (dimension: Dimension, keyOf: (month: string, cell: Cell) => string = (_, [key]) => key) =>
      sumsOf(counted(dimension), keyOf);
    const people = peopleOf(counted('person'));
    const days = (cells.get('time') ?? []).flatMap(([, ofMonth]) => ofMonth);
    const [unpaid] = await this.sums.loadAnalytics([UNPAID]);
    return {
      from,
      to,
      months: spent('category', (month) => month)
        .sort((a, b) => (a.key < b.key ? -1 : 1))
        .map(toSpent),
      categories: spent('category').map(toSpent),
      classifications: spent('classification').map(toSpent),
      currencies: spent('currency').map(toSpent),
      people: shortened([...people].sort(largestFirst)),
      outliers: outliersOf(people),
      approval: waitingOf(days, 'approval'),
      payment: waitingOf(days, 'payment'),
      unpaid: sumsOf([['', parseCells(unpaid?.cells ?? '[]')]], (_, [day]) =>
        String(Math.max(0, Math.floor((Date.parse(at) - Date.parse(day)) / DAY_MS))),
      )
        .sort((a, b) => Number(a.key) - Number(b.key))
        .map(toSpent),
    };
  }
}

/** A sum in hundredths, exact up to 90 trillion: no amount has more than two places. Decimals take ten times as long. */
interface Sum {
  readonly key: string;
  readonly currency: string;
  count: number;
  cents: number;
}

function centsOf(total: Decimal): number {
  return Math.round(Number(total) * 100);
}

function moneyOf(cents: number): Decimal {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
}

const toSpent = ({ key, currency, count, cents }: Sum): SpentSum => ({
  ...{ key, currency, count },
  total: moneyOf(cents),
  people: null,
});

/** Adds by key and currency, and sorts the largest first. */
function sumsOf(cells: readonly MonthCells[], keyOf: (month: string, cell: Cell) => string): Sum[] {
  const sums = new ByKey((key, currency): Sum => ({ key, currency, count: 0, cents: 0 }));
  for (const [month, ofMonth] of cells)
    for (const cell of ofMonth) add(sums.get(keyOf(month, cell), cell[2]), cell[3], centsOf(cell[4]));
  return sums.all().sort(largestFirst);
}

/** The sum of a person in one currency, and those of each month. */
interface PersonSum extends Sum {
  readonly months: (Sum & { readonly month: string })[];
}

function peopleOf(cells: readonly MonthCells[]): PersonSum[] {
  const people = new ByKey((key, currency): PersonSum => ({ key, currency, count: 0, cents: 0, months: [] }));
  for (const [month, ofMonth] of cells) {
    for (const [key, , currency, count, total] of ofMonth) {
      const cents = centsOf(total);
      const person = people.get(key, currency);
      add(person, count, cents);
      const last = person.months.at(-1);
      if (last?.month === month) add(last, count, cents);
      else person.months.push({ month, key, currency, count, cents });
    }
  }
  return people.all();
}

/** Values by key and currency, without a text of both for each. */
class ByKey<Value> {
  private readonly currencies = new Map<string, Map<string, Value>>();

  constructor(private readonly make: (key: string, currency: string) => Value) {}

  get(key: string, currency: string): Value {
    const ofCurrency = this.currencies.get(currency) ?? new Map<string, Value>();
    if (ofCurrency.size === 0) this.currencies.set(currency, ofCurrency);
    const known = ofCurrency.get(key) ?? this.make(key, currency);
    ofCurrency.set(key, known);
    return known;
  }

  all(): Value[] {
    return [...this.currencies.values()].flatMap((ofCurrency) => [...ofCurrency.values()]);
  }
}

function add(sum: Sum, count: number, cents: number): void {
  sum.count += count;
  sum.cents += cents;
}

function largestFirst(a: Sum, b: Sum): number {
  return b.cents - a.cents || (a.key < b.key ? -1 : 1);
}

/** The people with the largest sums of each currency, and one sum of the others. */
function shortened(sums: readonly Sum[]): SpentSum[] {
  return [...new Set(sums.map(({ currency }) => currency))].flatMap((currency) => {
    const ofCurrency = sums.filter((sum) => sum.currency === currency);
    const others = ofCurrency.slice(SHOWN_PEOPLE);
    const shown = ofCurrency.slice(0, SHOWN_PEOPLE).map(toSpent);
    if (others.length === 0) return shown;
    const count = others.reduce((sum, each) => sum + each.count, 0);
    const cents = others.reduce((sum, each) => sum + each.cents, 0);
    return [...shown, { ...toSpent({ key: '', currency, count, cents }), people: others.length }];
  });
}

/** The months in which people spent much more than in their others, the largest first. */
function outliersOf(people: readonly PersonSum[]): (SpentSum & { month: string; median: Decimal })[] {
  return people
    .filter(({ months }) => months.length > OUTLIER_MONTHS)
    .flatMap(({ months }) => {
      const sorted = months.sort((a, b) => b.cents - a.cents);
      // Without a smaller month the median is no smaller: none after the first that is usual is unusual.
      const usual = sorted.findIndex(({ cents }, at) => 2 * cents <= OUTLIER_TIMES * twiceMedianWithout(at, sorted));
      return sorted
        .slice(0, usual === -1 ? undefined : usual)
        .map((sum, at) => ({ sum, median: Math.round(twiceMedianWithout(at, sorted) / 2) }));
    })
    .sort((a, b) => largestFirst(a.sum, b.sum))
    .slice(0, SHOWN_OUTLIERS)
    .map(({ sum, median }) => ({ ...toSpent(sum), month: sum.month, median: moneyOf(median) }));
}

/** Twice the median of all months but one; they are sorted, and there are at least two. */
function twiceMedianWithout(at: number, sorted: readonly Sum[]): number {
  const others = sorted.length - 1;
  const cents = (index: number) => sorted[index < at ? index : index + 1]?.cents ?? 0;
  return cents(Math.floor(others / 2)) + cents(Math.floor((others - 1) / 2));
}

/** The number of claims by whole days. */
function waitingOf(cells: readonly Cell[], step: 'approval' | 'payment'): WaitingDays[] {
  const counts = new Map<number, number>();
  for (const [key, , , count] of cells) {
    const [of, days] = key.split(':');
    if (of === step) counts.set(Number(days), (counts.get(Number(days)) ?? 0) + count);
  }
  return [...counts].sort(([a], [b]) => a - b).map(([days, count]) => ({ days, count }));
}
