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
import { addDecimals, compareDecimals, roundHalfUp, type Decimal, type Status } from '@outlay/rules';
import { parseCells, UNPAID, type Cell, type Dimension } from './analytics-cells.js';
import { ANALYTICS, SummaryStore } from './summary.store.js';

const PAGE = 1_000;
const DAY_MS = 24 * 60 * 60_000;
/** People by name in a reply; the sum of the others follows. */
const SHOWN_PEOPLE = 100;

export interface AnalyticsRequest {
  readonly from: string;
  readonly to: string;
  readonly statuses: readonly Status[];
  /** The instant up to which the age of what is unpaid counts. */
  readonly at: string;
}

/** Fills in what a request leaves out. @throws INVALID_INPUT if it asks for no month, or for too many */
export function analyticsRequestOf(
  { from, to, statuses = ['submitted', 'approved', 'paid'] }: RequestOf<typeof showAnalytics>,
  at: string,
): AnalyticsRequest {
  const last = to ?? at.slice(0, 7);
  const first = from ?? monthsBefore(last, 11);
  if (first <= last && first > monthsBefore(last, ANALYTICS_MONTHS)) return { from: first, to: last, statuses, at };
  const message = `must be a month of the ${ANALYTICS_MONTHS} up to ${last}`;
  throw new OutlayError('INVALID_INPUT', `from ${message}`, [{ field: 'from', message }]);
}

function monthsBefore(month: string, months: number): string {
  const [year = 0, of = 1] = month.split('-').map(Number);
  return new Date(Date.UTC(year, of - 1 - months)).toISOString().slice(0, 7);
}

/** Answers from the sums of months, so that the time does not depend on the number of expenses. */
@Injectable()
export class AnalyticsQueries {
  constructor(private readonly sums: SummaryStore) {}

  async show({ from, to, statuses, at }: AnalyticsRequest): Promise<ReplyOf<typeof showAnalytics>> {
    const cells = new Map<Dimension, (readonly [month: string, cell: Cell])[]>();
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
    const spent = (dimension: Dimension, keyOf: (month: string, cell: Cell) => string = (_, [key]) => key) =>
      sumsOf(
        (cells.get(dimension) ?? []).filter(([, [, status]]) => statuses.includes(status)),
        keyOf,
      );
    const days = (cells.get('time') ?? []).map(([, cell]) => cell);
    const [unpaid] = await this.sums.loadAnalytics([UNPAID]);
    return {
      from,
      to,
      months: spent('category', (month) => month).sort((a, b) => (a.key < b.key ? -1 : 1)),
      categories: spent('category'),
      classifications: spent('classification'),
      currencies: spent('currency'),
      people: shortened(spent('person')),
      approval: waitingOf(days, 'approval'),
      payment: waitingOf(days, 'payment'),
      unpaid: sumsOf(
        parseCells(unpaid?.cells ?? '[]').map((cell) => ['', cell]),
        (_, [day]) => String(Math.max(0, Math.floor((Date.parse(at) - Date.parse(day)) / DAY_MS))),
      ).sort((a, b) => Number(a.key) - Number(b.key)),
    };
  }
}

/** By key and currency, the largest first. */
function sumsOf(
  cells: readonly (readonly [month: string, cell: Cell])[],
  keyOf: (month: string, cell: Cell) => string,
): SpentSum[] {
  const groups = new Map<string, { key: string; currency: string; count: number; totals: Decimal[] }>();
  for (const [month, cell] of cells) {
    const [key, currency] = [keyOf(month, cell), cell[2]];
    const name = `${currency} ${key}`;
    const group = groups.get(name) ?? { key, currency, count: 0, totals: [] };
    group.count += cell[3];
    group.totals.push(cell[4]);
    groups.set(name, group);
  }
  return [...groups.values()]
    .map(({ totals, ...group }) => ({ ...group, total: roundHalfUp(addDecimals(totals), 2), people: null }))
    .sort((a, b) => compareDecimals(b.total, a.total) || (a.key < b.key ? -1 : 1));
}

/** The people with the largest sums of each currency, and one sum of the others. */
function shortened(sums: readonly SpentSum[]): SpentSum[] {
  return [...new Set(sums.map(({ currency }) => currency))].flatMap((currency) => {
    const ofCurrency = sums.filter((sum) => sum.currency === currency);
    const others = ofCurrency.slice(SHOWN_PEOPLE);
    if (others.length === 0) return ofCurrency;
    return [
      ...ofCurrency.slice(0, SHOWN_PEOPLE),
      {
        key: '',
        currency,
        count: others.reduce((sum, { count }) => sum + count, 0),
        total: roundHalfUp(addDecimals(others.map(({ total }) => total)), 2),
        people: others.length,
      },
    ];
  });
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
