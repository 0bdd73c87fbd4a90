import { toExpenseJson, type ExpenseJson } from '@outlay/contracts';
import { Schema, type Connection, type Model } from 'mongoose';
import { isLiving, type Expense, type ExpenseState } from '../domain/expense.js';
import { toExpenseView } from '../domain/expense-view.js';
import type { LoadedExpense } from '../stream/load-expense.js';

/**
 * A row of the read model: an expense as it is answered, and beside it what queries look for. All but `_id`, `revision`,
 * `status`, `userId` and `head` is null for a deleted draft, which stays so that a late event cannot bring it back.
 */
export interface ExpenseRow {
  readonly _id: string;
  readonly revision: number;
  readonly status: ExpenseState['status'];
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly expenseId: string | null;
  readonly createdAt: string | null;
  /** The day of the expense, then its creation, in one text: the order of `sort=date`, with those without a day last. */
  readonly byDate: string | null;
  readonly category: string | null;
  /** What makes two claims look alike; null while a part of it is open. */
  readonly likeness: string | null;
  readonly receiptFile: string | null;
  /** In lower case, what super admins search: name, email, justification, expense_id (specification §2). */
  readonly search: string | null;
  /** The same for owners: justification, type, expense_id, date, and `=amounts=`. */
  readonly ownSearch: string | null;
  /** The hash of the stream's last event: what tells that it was altered, since no later event's metadata does. */
  readonly head: string | null;
  /**
   * `ExpenseJson` as text but for `duplicate_count`, which other expenses change. A list is these texts put together:
   * taking thousands of rows apart and writing them out again took most of its time.
   */
  readonly json: string | null;
}

const schema = new Schema<ExpenseRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    status: { type: String, required: true },
    userId: String,
    userEmail: String,
    expenseId: String,
    createdAt: String,
    byDate: String,
    category: String,
    likeness: String,
    receiptFile: String,
    search: String,
    ownSearch: String,
    head: String,
    json: String,
  },
  { versionKey: false },
);
schema.index({ userId: 1, createdAt: -1, _id: -1 });
schema.index({ status: 1, createdAt: -1, _id: -1 });
// What is searched stands in the index of the order, so that a search reads no row it does not want.
schema.index({ createdAt: -1, _id: -1, category: 1, search: 1 });
schema.index({ byDate: -1, _id: -1 });
schema.index({ userEmail: 1 });
schema.index({ expenseId: 1 });
schema.index({ likeness: 1, status: 1 });
schema.index({ receiptFile: 1 });

export type ExpenseModel = Model<ExpenseRow>;
/**
 * Raised whenever the shape of a row changes. The collection and the checkpoint are named by it, so that a release with
 * another shape starts with an empty read model and fills it from the events, as readiness tells.
 */
export const READ_MODEL_VERSION = 2;
export const EXPENSES_COLLECTION = `expenses_v${READ_MODEL_VERSION}`;
/** What the checkpoint and the projector's lease go by. */
export const READ_MODELS = `read-models_v${READ_MODEL_VERSION}`;

/** The model over a collection; a rebuild writes beside the live one under another name. */
export function expenseModel(documents: Connection, collection = EXPENSES_COLLECTION): ExpenseModel {
  return documents.models[collection]
    ? documents.model<ExpenseRow>(collection)
    : documents.model<ExpenseRow>(collection, schema, collection);
}

export function toRow({ id, state, revision, headHash }: LoadedExpense): ExpenseRow {
  const found = isLiving(state) ? livingColumns(id, state, revision) : GONE;
  const userId = isLiving(state) ? state.claim.owner.id : state.status === 'gone' ? state.ownerId : null;
  return { _id: id, revision, status: state.status, userId, head: headHash, ...found };
}

const GONE = {
  userEmail: null,
  expenseId: null,
  createdAt: null,
  byDate: null,
  category: null,
  likeness: null,
  receiptFile: null,
  search: null,
  ownSearch: null,
  json: null,
};

function livingColumns(id: string, expense: Expense, revision: number): { [K in keyof typeof GONE]: string | null } {
  const { claim } = expense;
  const { details, owner, expenseId, createdAt } = claim;
  const view = toExpenseView(id, revision, expense);
  const { duplicate_count: _, ...json } = toExpenseJson(view);
  const lines = (...texts: (string | null)[]) => texts.join('\n').toLowerCase();
  const amounts = [details.amount, view.reimbursementAmount].map((amount) => (amount === null ? null : `=${amount}=`));
  return {
    userEmail: owner.email,
    expenseId,
    createdAt,
    byDate: `${details.date ?? ''} ${createdAt}`,
    category: details.category,
    likeness: likenessOf(expense),
    receiptFile: claim.receipt?.fileName ?? null,
    search: lines(owner.name, owner.email, details.justification, expenseId),
    ownSearch: lines(details.justification, details.category, expenseId, details.date, ...amounts),
    json: JSON.stringify(json),
  };
}

/** A row as it is answered, as text; null for a deleted draft. */
export function rowJson({ json }: Pick<ExpenseRow, 'json'>, duplicateCount: number): string | null {
  return json === null ? null : `${json.slice(0, -1)},"duplicate_count":${duplicateCount}}`;
}

export function rowExpense(row: Pick<ExpenseRow, 'json'>, duplicateCount = 0): ExpenseJson[] {
  const json = rowJson(row, duplicateCount);
  return json === null ? [] : [JSON.parse(json) as ExpenseJson];
}

/** What two claims that may be the same share: user, date, amount and currency (specification §4). */
export function likenessOf(state: ExpenseState): string | null {
  if (!isLiving(state)) return null;
  const { owner, details } = state.claim;
  const { date, amount, currency } = details;
  return date === null || amount === null || currency === null ? null : [owner.id, date, amount, currency].join('|');
}
