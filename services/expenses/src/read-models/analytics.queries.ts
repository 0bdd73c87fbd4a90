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

type MonthCell = readonly [month: string, cell: Cell];

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
    const cells = new Map<Dimension, MonthCell[]>();
    for (let after = ANALYTICS + from; ;) {
      // A month follows its text and precedes the same with a tilde.
      const page = await this.sums.pageOfAnalytics(after, PAGE, `${ANALYTICS}${to}${ANALYTICS}`);
      for (const { _id, cells: stored } of page) {
        const [month = '', dimension = ''] = _id.slice(1).split('/');
        const known = cells.get(dimension as Dimension) ?? [];
        for (const cell of parseCells(stored)) known.push([month, cell]);
        cells.set(dimension as Dimension, known);
      }
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = last._id;
    }
    const counted = (dimension: Dimension) =>
      (cells.get(dimension) ?? []).filter(([, [, status]]) => statuses.includes(status));
    const spent = (dimension: Dimension, keyOf: (month: string, cell: Cell) => string = (_, [key]) => key) =>
      sumsOf(counted(dimension), keyOf);
    const days = (cells.get('time') ?? []).map(([, cell]) => cell);
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
      people: shortened(spent('person')),
      outliers: outliersOf(counted('person')),
      approval: waitingOf(days, 'approval'),
      payment: waitingOf(days, 'payment'),
      unpaid: sumsOf(
        parseCells(unpaid?.cells ?? '[]').map((cell) => ['', cell]),
        (_, [day]) => String(Math.max(0, Math.floor((Date.parse(at) - Date.parse(day)) / DAY_MS))),
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
function sumsOf(cells: readonly MonthCell[], keyOf: (month: string, cell: Cell) => string): Sum[] {
  const groups = new Map<string, Map<string, Sum>>();
  for (const [month, cell] of cells) {
    const [key, currency] = [keyOf(month, cell), cell[2]];
    const ofCurrency = groups.get(currency) ?? new Map<string, Sum>();
    groups.set(currency, ofCurrency);
    add(ofCurrency, key, { key, currency, count: cell[3], cents: centsOf(cell[4]) });
  }
  return [...groups.values()].flatMap((ofCurrency) => [...ofCurrency.values()]).sort(largestFirst);
}

function add(sums: Map<string, Sum>, key: string, added: Sum): void {
  const sum = sums.get(key);
  if (sum) {
    sum.count += added.count;
    sum.cents += added.cents;
  } else sums.set(key, added);
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
function outliersOf(cells: readonly MonthCell[]): (SpentSum & { month: string; median: Decimal })[] {
  /** The sums of each person and currency by month; their keys are the person's. */
  const ofPeople = new Map<string, Map<string, Sum>>();
  for (const [month, [key, , currency, count, total]] of cells) {
    const name = `${currency} ${key}`;
    const months = ofPeople.get(name) ?? new Map<string, Sum>();
    ofPeople.set(name, months);
    add(months, month, { key, currency, count, cents: centsOf(total) });
  }
  return [...ofPeople.values()]
    .filter(({ size }) => size > OUTLIER_MONTHS)
    .flatMap((months) => {
      const sorted = [...months].sort(([, a], [, b]) => b.cents - a.cents);
      return sorted.flatMap(([month, sum], at) => {
        const twice = twiceMedianWithout(at, sorted);
        return 2 * sum.cents > OUTLIER_TIMES * twice ? { month, sum, median: Math.round(twice / 2) } : [];
      });
    })
    .sort((a, b) => largestFirst(a.sum, b.sum))
    .slice(0, SHOWN_OUTLIERS)
    .map(({ month, sum, median }) => ({ ...toSpent(sum), month, median: moneyOf(median) }));
}

/** Twice the median of all months but one; they are sorted, and there are at least two. */
function twiceMedianWithout(at: number, sorted: readonly (readonly [month: string, sum: Sum])[]): number {
  const others = sorted.length - 1;
  const cents = (index: number) => sorted[index < at ? index : index + 1]?.[1].cents ?? 0;
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
