import { addDecimals, multiplyDecimals, parseDecimal, type Decimal, type Status } from '@outlay/rules';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';
import { parseStored } from './listed-json.js';
import type { Change } from './summary.js';
import { ANALYTICS } from './summary.store.js';

/** The key, status and currency that expenses share, their number and sum. */
export type Cell = readonly [key: string, status: Status, currency: string, count: number, total: Decimal];

/** A cell in its scope: `~<month>/<dimension>`, for persons `~<month>/person/<part of them>`, or `~unpaid`. */
export type ScopedCell = readonly [scope: string, cell: Cell];

/** Everything of an expense that analytics count. */
interface Counted {
  readonly ownerId: string;
  readonly status: Status;
  readonly date: string | null;
  readonly category: string | null;
  readonly classification: string | null;
  readonly amount: Decimal | null;
  readonly currency: string | null;
  readonly reimbursement: Decimal | null;
  readonly reimbursementCurrency: string;
  readonly submittedAt: string | null;
  readonly approvedAt: string | null;
  readonly paidAt: string | null;
}

export const UNPAID = `${ANALYTICS}unpaid`;
export type Dimension = 'category' | 'classification' | 'currency' | 'person' | 'time';
const DAY_MS = 24 * 60 * 60_000;

export function parseCells(cells: string): Cell[] {
  return JSON.parse(cells) as Cell[];
}

/** The difference that a change makes; removed amounts are negative. */
export function cellsOfChange([before, after]: Change): ScopedCell[] {
  return [...cellsOf(countedOf(before)).map(negative), ...cellsOf(countedOf(after))];
}

/** The cells of an expense, by the text of its row. */
export function cellsOfRow(ownerId: string, json: string): ScopedCell[] {
  const row = parseStored(json);
  return cellsOf({
    ownerId,
    status: row.status,
    date: row.date,
    category: row.type,
    classification: row.classification,
    amount: parseDecimal(row.amount),
    currency: row.currency,
    reimbursement: parseDecimal(row.reimbursement_amount),
    reimbursementCurrency: row.reimbursement_currency,
    submittedAt: row.submitted_at,
    approvedAt: row.approved_at,
    paidAt: row.paid_at,
  });
}

/** In an order of their own, so that a rebuild gives the same text. */
export function addCells(cells: readonly Cell[], added: readonly Cell[]): Cell[] {
  const byKey = new Map<string, { cell: Cell; count: number; totals: Decimal[] }>();
  for (const cell of [...cells, ...added]) {
    const name = JSON.stringify(cell.slice(0, 3));
    const sum = byKey.get(name) ?? { cell, count: 0, totals: [] };
    sum.count += cell[3];
    sum.totals.push(cell[4]);
    byKey.set(name, sum);
  }
  return [...byKey]
    .filter(([, { count }]) => count !== 0)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(
      ([
        ,
        {
          cell: [key, status, currency],
          count,
          totals,
        },
      ]) => [key, status, currency, count, addDecimals(totals)],
    );
}

/** Cells by their scope. */
export function byScope(cells: readonly ScopedCell[]): Map<string, Cell[]> {
  const scopes = new Map<string, Cell[]>();
  for (const [scope, cell] of cells) {
    const ofScope = scopes.get(scope);
    if (ofScope) ofScope.push(cell);
    else scopes.set(scope, [cell]);
  }
  return scopes;
}

function negative([scope, [key, status, currency, count, total]]: ScopedCell): ScopedCell {
  return [scope, [key, status, currency, -count, multiplyDecimals(total, '-1')]];
}

/** Drafts are not spending yet. */
function cellsOf(counted: Counted | null): ScopedCell[] {
  if (counted === null || counted.status === 'draft' || counted.date === null) return [];
  const { status, reimbursementCurrency, submittedAt, approvedAt, paidAt } = counted;
  const month = counted.date.slice(0, 7);
  const total = counted.reimbursement ?? '0';
  const spent = (dimension: Dimension, key: string | null): ScopedCell => [
    scopeOf(month, dimension),
    [key ?? '', status, reimbursementCurrency, 1, total],
  ];
  const lasted = (step: string, from: string | null, to: string | null): ScopedCell[] => {
    if (from === null || to === null) return [];
    const days = Math.max(0, Math.floor((Date.parse(to) - Date.parse(from)) / DAY_MS));
    return [[scopeOf(month, 'time'), [`${step}:${days}`, status, '', 1, '0']]];
  };
  const person = spent('person', counted.ownerId);
  return [
    spent('category', counted.category),
    spent('classification', counted.classification),
    [`${person[0]}/${counted.ownerId.slice(0, 1)}`, person[1]],
    // The sums of this dimension are in the currency of the expense.
    [scopeOf(month, 'currency'), [counted.currency ?? '', status, counted.currency ?? '', 1, counted.amount ?? '0']],
    ...lasted('approval', submittedAt, approvedAt),
    ...lasted('payment', approvedAt, paidAt),
    ...(status === 'approved' && approvedAt !== null
      ? [[UNPAID, [approvedAt.slice(0, 10), status, reimbursementCurrency, 1, total]] as const]
      : []),
  ];
}

function scopeOf(month: string, dimension: Dimension): string {
  return `${ANALYTICS}${month}/${dimension}`;
}

function countedOf(state: ExpenseState): Counted | null {
  if (!isExisting(state)) return null;
  const { details, owner, reimbursementCurrency, submittedAt } = state.claim;
  return {
    ownerId: owner.id,
    status: state.status,
    date: details.date,
    category: details.category,
    classification: details.classification,
    amount: details.amount,
    currency: details.currency,
    reimbursement: reimbursementAmount(state.claim),
    reimbursementCurrency,
    submittedAt,
    approvedAt: 'approval' in state ? state.approval.at : null,
    paidAt: state.status === 'paid' ? state.paidAt : null,
  };
}
