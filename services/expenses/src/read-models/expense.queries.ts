import { OutlayError, decodeCursor, encodeCursor, type ExpenseView } from '@outlay/contracts';
import { isLiving, type ExpenseState } from '../domain/expense.js';
import { toExpenseView } from '../domain/expense-view.js';
import { EXPENSE_PREFIX } from '../stream/facts.js';
import { likenessOf, stateOf, type ExpenseModel, type ExpenseRow } from './expense.model.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const LIVING = { $ne: 'gone' } as const;
const SETTLED = ['approved', 'paid'] as const;

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

  /** One page, newest first; `userId` null means everybody's. */
  async page(userId: string | null, limit: number, cursor: string | null) {
    const after = cursor === null ? {} : beforeCursor(cursor);
    const rows = await this.rows
      .find({ ...(userId !== null && { userId }), status: LIVING, ...after })
      .sort({ createdAt: -1, _id: -1 })
      .limit(limit + 1)
      .lean();
    const page = rows.slice(0, limit);
    const last = page.at(-1);
    return {
      expenses: await this.withDuplicateCounts(page),
      nextCursor: rows.length > limit && last?.createdAt ? encodeCursor([last.createdAt, last._id]) : null,
    };
  }

  /** Approved or paid expenses that look like this one, itself left out; newest first. */
  async duplicatesOf(id: string, state: ExpenseState): Promise<ExpenseView[]> {
    const likeness = likenessOf(state);
    if (likeness === null) return [];
    // Few look alike, so they are put in order here: a sort in the query would tempt the store to another index.
    const rows = await this.rows.find({ likeness, status: { $in: SETTLED }, _id: { $ne: id } }).lean();
    return rows.flatMap(toView).sort((a, b) => b.createdAt.localeCompare(a.createdAt));
  }

  async byReceipt(fileName: string): Promise<ExpenseView | null> {
    const row = await this.rows.findOne({ receiptFile: fileName, status: LIVING }).lean();
    return row ? (toView(row)[0] ?? null) : null;
  }

  /** The count is shown on what is not decided yet; it changes with other expenses and so is counted when read. */
  private async withDuplicateCounts(rows: readonly ExpenseRow[]): Promise<ExpenseView[]> {
    const undecided = rows.filter(
      (row) => row.likeness !== null && (row.status === 'submitted' || row.status === 'draft'),
    );
    const counts = new Map<string, number>();
    if (undecided.length > 0) {
      const keys = [...new Set(undecided.map((row) => row.likeness))];
      const settled = await this.rows
        .find({ likeness: { $in: keys }, status: { $in: SETTLED } }, { likeness: 1 })
        .lean();
      for (const { likeness } of settled) counts.set(likeness ?? '', (counts.get(likeness ?? '') ?? 0) + 1);
    }
    const open = new Set(undecided.map((row) => row._id));
    return rows.flatMap((row) =>
      toView(row).map((view) =>
        open.has(row._id) ? { ...view, duplicateCount: counts.get(row.likeness ?? '') ?? 0 } : view,
      ),
    );
  }
}

function toView(row: ExpenseRow): ExpenseView[] {
  const state = stateOf(row);
  return isLiving(state) ? [toExpenseView(row._id, row.revision, state)] : [];
}

function beforeCursor(cursor: string) {
  const [createdAt, id] = decodeCursor(cursor);
  return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: id } }] };
}
