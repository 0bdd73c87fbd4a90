import { OutlayError, type ExpenseFilter, type ExpenseJson, type ReplyOf, type listExpenses } from '@outlay/contracts';
import type { ExpenseState } from '../domain/expense.js';
import { EXPENSE_PREFIX } from '../stream/facts.js';
import { likenessOf, rowExpense, rowJson, type ExpenseModel, type ExpenseRow } from './expense.model.js';
import { afterCursor, cursorAt, listFilter, listOrder, searchFilter, type ListSort } from './list-filter.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LIVING = { $ne: 'gone' } as const;
const SETTLED = ['approved', 'paid'] as const;
/** Bytes of expenses in one message: half of what the transport carries, for quotes inside a text count twice. */
const PAGE_BYTES = 500_000;

export interface ListRequest {
  /** Whose expenses; null for everybody's. */
  readonly userId: string | null;
  readonly limit: number;
  readonly cursor: string | null;
  readonly sort: ListSort;
  readonly filter: ExpenseFilter;
}

/** An expense that another one may repeat. */
export interface Duplicate {
  readonly expenseId: string;
  readonly justification: string | null;
  readonly expense: ExpenseJson;
}

/** What can be asked of the read model. */
export class ExpenseQueries {
  constructor(private readonly rows: ExpenseModel) {}

  /** The stream's uuid behind an id, expense_id or unique_id. NOT_FOUND. */
  async resolve(ref: string): Promise<string> {
    const id = ref.startsWith(EXPENSE_PREFIX) ? ref.slice(EXPENSE_PREFIX.length) : ref;
    if (UUID.test(id)) return id;
    const row = await this.rows.findOne({ expenseId: ref.toUpperCase(), status: LIVING }, { _id: 1 }).lean();
    if (!row) throw new OutlayError('NOT_FOUND', 'Expense not found');
    return row._id;
  }

  /** One page as JSON text. */
  async page({
    userId,
    limit,
    cursor,
    sort,
    filter,
  }: ListRequest): Promise<Omit<ReplyOf<typeof listExpenses>, 'version'>> {
    const whose = userId ?? (filter.user === null ? null : await this.userId(filter.user));
    const found: ExpenseRow[] = await this.rows
      .find({
        $and: [
          listFilter(whose, filter, sort),
          searchFilter(userId === null ? 'all' : 'own', filter.q),
          afterCursor(cursor, sort),
        ],
      })
      .sort(listOrder(sort))
      .limit(limit + 1)
      .lean();
    const rows = fitting(found.slice(0, limit));
    const last = rows.at(-1);
    const counts = await this.duplicateCounts(rows);
    const texts = rows.map((row) => rowJson(row, counts.get(row._id) ?? 0));
    return {
      expenses: `[${texts.join(',')}]`,
      nextCursor: found.length > rows.length && last ? cursorAt(last, sort) : null,
    };
  }

  /** Approved or paid expenses that look like this one, itself left out; newest first. */
  async duplicatesOf(id: string, state: ExpenseState): Promise<Duplicate[]> {
    const likeness = likenessOf(state);
    if (likeness === null) return [];
    // Few look alike, so they are put in order here: a sort in the query would tempt the store to another index.
    const rows = await this.rows.find({ likeness, status: { $in: SETTLED }, _id: { $ne: id } }).lean();
    return rows
      .flatMap((row) => rowExpense(row))
      .sort((a, b) => b.created_at.localeCompare(a.created_at))
      .map((expense) => ({ expenseId: expense.expense_id, justification: expense.justification, expense }));
  }

  /** The id of the expense a receipt belongs to, and whose it is. */
  async byReceipt(fileName: string): Promise<{ id: string; userId: string | null } | null> {
    const row = await this.rows.findOne({ receiptFile: fileName, status: LIVING }).lean();
    return row && { id: row._id, userId: row.userId };
  }

  /** An email names whoever handed in expenses under it; anything else is taken for an id. */
  private async userId(idOrEmail: string): Promise<string> {
    if (!idOrEmail.includes('@')) return idOrEmail;
    const row = await this.rows.findOne({ userEmail: idOrEmail.trim().toLowerCase() }).lean();
    return row?.userId ?? idOrEmail;
  }

  /** The count is shown on what is not decided yet; it changes with other expenses and so is counted when read. */
  private async duplicateCounts(rows: readonly ExpenseRow[]): Promise<Map<string, number>> {
    const open = rows.filter(
      ({ likeness, status }) => likeness !== null && (status === 'submitted' || status === 'draft'),
    );
    if (open.length === 0) return new Map();
    const likenesses = [...new Set(open.map(({ likeness }) => likeness))];
    const settled = await this.rows.find({ likeness: { $in: likenesses }, status: { $in: SETTLED } }).lean();
    if (settled.length === 0) return new Map();
    const counts = new Map<string | null, number>();
    for (const { likeness } of settled) counts.set(likeness, (counts.get(likeness) ?? 0) + 1);
    return new Map(open.map(({ _id, likeness }) => [_id, counts.get(likeness) ?? 0]));
  }
}

/** As many of the first rows as one message carries, and at least one. */
function fitting(rows: readonly ExpenseRow[]): readonly ExpenseRow[] {
  let bytes = 0;
  const past = rows.findIndex(({ json }, index) => {
    bytes += Buffer.byteLength(json ?? '');
    return bytes > PAGE_BYTES && index > 0;
  });
  return past === -1 ? rows : rows.slice(0, past);
}
