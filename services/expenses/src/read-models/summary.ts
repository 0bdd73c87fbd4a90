import type { ExpenseFilter, ExpenseJson, ExpenseTotal } from '@outlay/contracts';
import { addDecimals, multiplyDecimals, parseDecimal, roundHalfUp, type Decimal } from '@outlay/rules';
import { isExisting, type Expense, type ExpenseState } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';

/** The number and sum of the expenses that share status, category and currency. */
export interface Bucket extends ExpenseTotal {
  readonly category: string | null;
}

export type Change = readonly [before: ExpenseState, after: ExpenseState];

export function applyChanges(buckets: readonly Bucket[], changes: readonly Change[]): Bucket[] {
  const byKey = new Map(buckets.map((bucket) => [keyOf(bucket), { ...bucket, totals: [bucket.total] }]));
  const add = (state: ExpenseState, sign: 1 | -1) => {
    if (!isExisting(state)) return;
    const one = bucketOfState(state);
    const key = keyOf(one);
    const bucket = byKey.get(key) ?? { ...one, count: 0, totals: [] };
    bucket.count += sign;
    bucket.totals.push(sign === 1 ? one.total : multiplyDecimals(one.total, '-1'));
    byKey.set(key, bucket);
  };
  for (const [before, after] of changes) {
    add(before, -1);
    add(after, 1);
  }
  return [...byKey.values()]
    .filter(({ count }) => count !== 0)
    .map(({ totals, ...bucket }) => ({ ...bucket, total: totals.length === 1 ? bucket.total : addMoney(totals) }));
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

type SummedExpense = Pick<ExpenseJson, 'status' | 'type' | 'reimbursement_amount' | 'reimbursement_currency'>;

/** Of one expense as lists reply with it. */
export function bucketOf(expense: SummedExpense): Bucket {
  const { status, type: category, reimbursement_amount, reimbursement_currency: reimbursementCurrency } = expense;
  return { status, category, reimbursementCurrency, count: 1, total: parseDecimal(reimbursement_amount) ?? '0' };
}

function bucketOfState(expense: Expense): Bucket {
  const { details, reimbursementCurrency } = expense.claim;
  const total = reimbursementAmount(expense.claim) ?? '0';
  return { status: expense.status, category: details.category, reimbursementCurrency, count: 1, total };
}

function keyOf({ status, category, reimbursementCurrency }: Bucket): string {
  return JSON.stringify([status, category, reimbursementCurrency]);
}

function addMoney(amounts: readonly Decimal[]): Decimal {
  return roundHalfUp(addDecimals(amounts), 2);
}
