import { OutlayError, type ExpenseFilter, type ExpenseJson, type ReplyOf, type listExpenses } from '@outlay/contracts';
import type { ExpenseState } from '../domain/expense.js';
import { EXPENSE_PREFIX } from '../stream/stored-events.js';
import { DELETED, duplicateGroupOf, rowExpense, rowJson, type ExpenseModel, type ExpenseRow } from './expense.model.js';
import { afterCursor, cursorAt, listFilter, listOrder, searchFilter, type ListSort } from './list-filter.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const EXISTING = { $ne: DELETED } as const;
const APPROVED_OR_PAID = ['approved', 'paid'] as const;
/** Half of what the transport carries in one message, because escaping may double the size. */
const PAGE_BYTES = 500_000;

export interface ListRequest {
  readonly userId: string | null;
  readonly limit: number;
  readonly cursor: string | null;
  readonly sort: ListSort;
  readonly filter: ExpenseFilter;
}

export interface Duplicate {
  readonly expenseId: string;
  readonly justification: string | null;
  readonly expense: ExpenseJson;
}

export class ExpenseQueries {
  constructor(private readonly rows: ExpenseModel) {}

  async resolve(ref: string): Promise<string> {
    const id = ref.startsWith(EXPENSE_PREFIX) ? ref.slice(EXPENSE_PREFIX.length) : ref;
    if (UUID.test(id)) return id;
    const row = await this.rows.findOne({ expenseId: ref.toUpperCase(), status: EXISTING }, { _id: 1 }).lean();
    if (!row) throw new OutlayError('NOT_FOUND', 'Expense not found');
    return row._id;
  }

  async page({
    userId,
    limit,
    cursor,
    sort,
    filter,
  }: ListRequest): Promise<Omit<ReplyOf<typeof listExpenses>, 'version'>> {
    const ownerId = userId ?? (filter.user === null ? null : await this.userId(filter.user));
    const found: ExpenseRow[] = await this.rows
      .find({
        $and: [
          listFilter(ownerId, filter, sort),
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

  async duplicatesOf(id: string, state: ExpenseState): Promise<Duplicate[]> {
    const group = duplicateGroupOf(state);
    if (group === null) return [];
    // Sorted here, because a sort in the query may select a worse index.
    const rows = await this.rows.find({ likeness: group, status: { $in: APPROVED_OR_PAID }, _id: { $ne: id } }).lean();
    return rows
      .flatMap((row) => rowExpense(row))
      .sort((a, b) => b.created_at.localeCompare(a.created_at))
      .map((expense) => ({ expenseId: expense.expense_id, justification: expense.justification, expense }));
  }

  async byReceipt(fileName: string): Promise<{ id: string; userId: string | null } | null> {
    const row = await this.rows.findOne({ receiptFile: fileName, status: EXISTING }).lean();
    return row && { id: row._id, userId: row.userId };
  }

  private async userId(idOrEmail: string): Promise<string> {
    if (!idOrEmail.includes('@')) return idOrEmail;
    const row = await this.rows.findOne({ userEmail: idOrEmail.trim().toLowerCase() }).lean();
    return row?.userId ?? idOrEmail;
  }

  private async duplicateCounts(rows: readonly ExpenseRow[]): Promise<Map<string, number>> {
    const undecided = rows.filter(
      ({ likeness, status }) => likeness !== null && (status === 'submitted' || status === 'draft'),
    );
    if (undecided.length === 0) return new Map();
    const groups = [...new Set(undecided.map(({ likeness }) => likeness))];
    const duplicates = await this.rows.find({ likeness: { $in: groups }, status: { $in: APPROVED_OR_PAID } }).lean();
    if (duplicates.length === 0) return new Map();
    const counts = new Map<string | null, number>();
    for (const { likeness } of duplicates) counts.set(likeness, (counts.get(likeness) ?? 0) + 1);
    return new Map(undecided.map(({ _id, likeness }) => [_id, counts.get(likeness) ?? 0]));
  }
}

function fitting(rows: readonly ExpenseRow[]): readonly ExpenseRow[] {
  let bytes = 0;
  const end = rows.findIndex(({ json }, index) => {
    bytes += Buffer.byteLength(json ?? '');
    return bytes > PAGE_BYTES && index > 0;
  });
  return end === -1 ? rows : rows.slice(0, end);
}
