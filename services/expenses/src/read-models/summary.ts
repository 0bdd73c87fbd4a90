import type { ExpenseFilter, ExpenseTotal } from '@outlay/contracts';
import type { Sum } from '@outlay/documents';
import { addDecimals, multiplyDecimals, parseDecimal, roundHalfUp, type Decimal } from '@outlay/rules';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';
import { parseStored } from './listed-json.js';

/** The columns whose values a bucket shares. */
export const SUMMED_BY = ['status', 'category', 'reimbursementCurrency'] as const satisfies (keyof Bucket)[];

/** The number and sum of the expenses that share status, category and currency. */
export interface Bucket extends ExpenseTotal {
  readonly category: string | null;
}

export type Change = readonly [before: ExpenseState, after: ExpenseState];

export function applyChanges(buckets: readonly Bucket[], changes: readonly Change[]): Bucket[] {
  return addBuckets(buckets, changes.flatMap(bucketsOfChange));
}

/** The difference that a change makes; removed amounts are negative. */
export function bucketsOfChange([before, after]: Change): Bucket[] {
  return [...bucketsOfState(before).map(negative), ...bucketsOfState(after)];
}

export function addBuckets(buckets: readonly Bucket[], added: readonly Bucket[]): Bucket[] {
  const byKey = new Map(buckets.map((bucket) => [keyOf(bucket), { ...bucket, totals: [bucket.total] }]));
  for (const one of added) {
    const key = keyOf(one);
    const bucket = byKey.get(key) ?? { ...one, count: 0, totals: [] };
    bucket.count += one.count;
    bucket.totals.push(one.total);
    byKey.set(key, bucket);
  }
  return [...byKey.values()]
    .filter(({ count }) => count !== 0)
    .map(({ totals, ...bucket }) => ({ ...bucket, total: totals.length === 1 ? bucket.total : addMoney(totals) }));
}

function negative(bucket: Bucket): Bucket {
  return { ...bucket, count: -bucket.count, total: multiplyDecimals(bucket.total, '-1') };
}

/** One total for each status and currency that the filter leaves, in an order that does not depend on the buckets'. */
export function totalsOf(
  buckets: readonly Bucket[],
  { statuses, category }: Pick<ExpenseFilter, 'statuses' | 'category'>,
): ExpenseTotal[] {
  const groups = new Map<string, ExpenseTotal & { count: number; totals: Decimal[] }>();
  for (const { category: own, ...bucket } of buckets) {
    if (statuses !== null && !statuses.includes(bucket.status)) continue;
    if (category !== null && own !== category) continue;
    const key = `${bucket.status} ${bucket.reimbursementCurrency}`;
    const group = groups.get(key) ?? { ...bucket, count: 0, totals: [] };
    group.count += bucket.count;
    group.totals.push(bucket.total);
    groups.set(key, group);
  }
  return [...groups]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, { totals, ...group }]) => ({ ...group, total: addMoney(totals) }));
}

export function categoriesOf(buckets: readonly Bucket[]): string[] {
  return [...new Set(buckets.flatMap(({ category }) => category ?? []))].sort();
}

/** The bucket of an expense, by the text of its row. */
export function bucketOfRow(json: string): Bucket {
  const row = parseStored(json);
  const amount = parseDecimal(row.reimbursement_amount);
  return {
    status: row.status,
    category: row.type,
    reimbursementCurrency: row.reimbursement_currency,
    count: 1,
    total: amount === null ? '0' : roundHalfUp(amount, 2),
  };
}

export function bucketOfSum({ by, count, hundredths }: Sum<(typeof SUMMED_BY)[number]>): Bucket {
  const total = roundHalfUp(multiplyDecimals(String(hundredths), '0.01'), 2);
  return { ...(by as Pick<Bucket, (typeof SUMMED_BY)[number]>), count, total };
}

function bucketsOfState(state: ExpenseState): Bucket[] {
  if (!isExisting(state)) return [];
  const { details, reimbursementCurrency } = state.claim;
  const total = reimbursementAmount(state.claim) ?? '0';
  return [{ status: state.status, category: details.category, reimbursementCurrency, count: 1, total }];
}

function keyOf({ status, category, reimbursementCurrency }: Bucket): string {
  return JSON.stringify([status, category, reimbursementCurrency]);
}

function addMoney(amounts: readonly Decimal[]): Decimal {
  return roundHalfUp(addDecimals(amounts), 2);
}
