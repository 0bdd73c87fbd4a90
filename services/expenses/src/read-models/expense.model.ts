import { hash } from 'node:crypto';
import { toExpenseJson, toSnakeCase, type ListedState, type ReceiptRef } from '@outlay/contracts';
import { textSearch, type TextSearch } from '@outlay/documents';
import { normaliseClassification, searchable } from '@outlay/rules';
import { Schema, type Connection, type Model } from 'mongoose';
import {
  isExisting,
  isWaitingForAnswer,
  questionOf,
  type Expense,
  type ExpenseState,
  type Question,
} from '../domain/expense.js';
import type { LoadedExpense } from '../stream/stream-types.js';
import { toExpenseView } from '../views/expense-view.js';
import { listedJson, parseStored, type StoredJson } from './listed-json.js';
import { sortableAmount } from './sortable-amount.js';

/** A deleted draft keeps `_id`, `revision`, `status`, `userId`, `head`, so that a late event cannot bring it back. */
export interface ExpenseRow {
  readonly _id: string;
  readonly revision: number;
  readonly status: ExpenseState['status'];
  readonly userId: string | null;
  readonly userEmail: string | null;
  readonly expenseId: string | null;
  readonly createdAt: string | null;
  /** Expense date and creation time, for `sort=date`; undated expenses come last. */
  readonly byDate: string | null;
  readonly category: string | null;
  /** The name in its searched form. */
  readonly trip: string | null;
  /** `sortableAmount` writes it. */
  readonly reimbursement: string | null;
  readonly reimbursementCurrency: string | null;
  readonly currency: string | null;
  readonly classification: string | null;
  readonly receiptKind: string | null;
  /** This and the next two are `yes` or `no`. */
  readonly overridden: string | null;
  readonly amended: string | null;
  /** Whether its owner has to answer a question. */
  readonly waiting: string | null;
  /** The ids and emails of those whom its question mentions, each between spaces. */
  readonly mentioned: string | null;
  /** Digests of the duplicate group and of the receipt's hashes. Without one, the text is empty: see `LISTED`. */
  readonly duplicateKey: string | null;
  /** A joined receipt has several, separated by spaces; `JoinedReceipts` finds it by each. */
  readonly receiptHash: string | null;
  readonly receiptFile: string | null;
  /**
   * The text that super admins search, in its searched form: name, email, justification, trip, expense_id.
   */
  readonly search: string | null;
  /** The text that owners search, in its searched form: justification, type, trip, expense_id, its two days, `=amounts=`. */
  readonly ownSearch: string | null;
  /** Detects a change of the stream's last event, which no later event's metadata covers. */
  readonly head: string | null;
  /** `ExpenseJson` without `duplicate_count` and `head`, as text: parsing and serialising took most of a query's time. */
  readonly json: string | null;
}

const PATHS = new Schema<ExpenseRow>(
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
    trip: String,
    reimbursement: String,
    reimbursementCurrency: String,
    currency: String,
    classification: String,
    receiptKind: String,
    overridden: String,
    amended: String,
    waiting: String,
    mentioned: String,
    duplicateKey: String,
    receiptFile: String,
    receiptHash: String,
    search: String,
    ownSearch: String,
    head: String,
    json: String,
  },
  { versionKey: false },
);
// Ascending, because entries that are added at the end leave no page half empty; stores read them backwards as well.
PATHS.index({ userId: 1, createdAt: 1, _id: 1 });
PATHS.index({ status: 1, createdAt: 1, _id: 1 });
// Filters by what many rows have are tested in the order of the list, without reading its rows.
PATHS.index({
  createdAt: 1,
  _id: 1,
  category: 1,
  trip: 1,
  currency: 1,
  classification: 1,
  receiptKind: 1,
  overridden: 1,
  amended: 1,
  waiting: 1,
  mentioned: 1,
});
PATHS.index({ reimbursement: 1, reimbursementCurrency: 1 });
PATHS.index({ byDate: 1, _id: 1 });
PATHS.index({ userEmail: 1 });
PATHS.index({ expenseId: 1 });
PATHS.index({ duplicateKey: 1, status: 1 });
PATHS.index({ receiptFile: 1 });
PATHS.index({ receiptHash: 1, status: 1 });

export type ExpenseModel = Model<ExpenseRow>;
export const EXPENSE_MODEL = Symbol('ExpenseModel');
/** Raise it when the documents change shape: a new release then fills a new read model before it reports ready. */
export const READ_MODEL_VERSION = 19;
export const EXPENSES_COLLECTION = `expenses_v${READ_MODEL_VERSION}`;
export const READ_MODELS = `read-models_v${READ_MODEL_VERSION}`;

export function expenseModel(documents: Connection, collection = EXPENSES_COLLECTION): ExpenseModel {
  if (documents.models[collection]) return documents.model<ExpenseRow>(collection);
  const schema = PATHS.clone();
  expenseSearch(documents).addTo(schema);
  // A rebuild makes the indexes itself.
  if (collection !== EXPENSES_COLLECTION) schema.set('autoIndex', false);
  return documents.model<ExpenseRow>(collection, schema, collection);
}

export function expenseSearch(documents: Connection): TextSearch<'search' | 'ownSearch'> {
  return textSearch(documents, { paths: ['search', 'ownSearch'], within: 'userId', included: ['json', 'head'] });
}

/** Adds the fields that the search of the store needs. */
export function toStored({ db }: ExpenseModel, row: ExpenseRow): ExpenseRow {
  return { ...row, ...expenseSearch(db).stored(row) };
}

export function toRow({ id, state, revision, headHash }: LoadedExpense): ExpenseRow {
  const columns = isExisting(state)
    ? columnsOf({ id, revision, headHash }, state)
    : // A deletion can be repeated by the public id.
      { ...NO_COLUMNS, expenseId: state.status === 'deleted' ? state.expenseId : null };
  const userId = isExisting(state) ? state.claim.owner.id : state.status === 'deleted' ? state.ownerId : null;
  return { _id: id, revision, status: state.status, userId, head: headHash, ...columns };
}

const NO_COLUMNS = {
  userEmail: null,
  expenseId: null,
  createdAt: null,
  byDate: null,
  category: null,
  trip: null,
  reimbursement: null,
  reimbursementCurrency: null,
  currency: null,
  classification: null,
  receiptKind: null,
  overridden: null,
  amended: null,
  waiting: null,
  mentioned: null,
  duplicateKey: null,
  receiptFile: null,
  receiptHash: null,
  search: null,
  ownSearch: null,
  json: null,
};

function columnsOf(
  loaded: Omit<LoadedExpense, 'state'>,
  expense: Expense,
): { [K in keyof typeof NO_COLUMNS]: string | null } {
  const { claim } = expense;
  const { details, owner, expenseId, createdAt } = claim;
  const view = toExpenseView(loaded, expense);
  const group = duplicateGroupOf(expense);
  const { duplicate_count: _, head: __, ...json } = toExpenseJson(view);
  const lines = (...texts: (string | null)[]) => texts.map((text) => searchable(text ?? '')).join('\n');
  const amounts = [details.amount, view.reimbursementAmount].map((amount) => (amount === null ? null : `=${amount}=`));
  return {
    userEmail: owner.email,
    expenseId,
    createdAt,
    byDate: `${details.date ?? ''} ${createdAt}`,
    category: details.category,
    trip: details.trip && searchable(details.trip),
    reimbursement: view.reimbursementAmount && sortableAmount(view.reimbursementAmount),
    reimbursementCurrency: claim.reimbursementCurrency,
    currency: details.currency,
    classification: details.classification && normaliseClassification(details.classification),
    receiptKind: claim.receipt ? 'receipt' : details.noReceipt ? 'declaration' : 'none',
    overridden: view.override ? 'yes' : 'no',
    amended: view.amendedAfterApprovalBy === null ? 'no' : 'yes',
    waiting: isWaitingForAnswer(expense) ? 'yes' : 'no',
    mentioned: mentionedIn(questionOf(expense)),
    duplicateKey: group === null ? '' : digestOf(group),
    receiptFile: claim.receipt?.fileName ?? null,
    receiptHash: receiptHashesOf(expense).map(digestOf).join(' '),
    search: lines(owner.name, owner.email, details.justification, details.trip, expenseId),
    ownSearch: lines(
      details.justification,
      details.category,
      details.trip,
      expenseId,
      details.date,
      createdAt.slice(0, 10),
      ...amounts,
    ),
    json: JSON.stringify(json satisfies StoredJson),
  };
}

function mentionedIn(question: Question | null): string | null {
  if (!question?.mentioned) return null;
  return ` ${question.mentioned.flatMap(({ id, email }) => [id, email]).join(' ')} `;
}

/**
 * Leaves out rows without a text: deleted drafts and damaged rows. `names` are those of the people who have another one
 * than their claims say, `duplicateCounts` are by id, and 0 by default.
 */
export function rowsJson(
  rows: readonly Pick<ExpenseRow, '_id' | 'userId' | 'json' | 'head'>[],
  names: ReadonlyMap<string | null, string>,
  duplicateCounts: ReadonlyMap<string, number> = new Map(),
): Uint8Array {
  return listedJson(
    rows.flatMap(({ _id, userId, json, head }) =>
      json ? { json, head, userName: names.get(userId), duplicateCount: duplicateCounts.get(_id) ?? 0 } : [],
    ),
  );
}

/** The states of rows, by which a client sees which rows of `rowsJson` have changed. */
export function statesJson(...[rows, names, duplicateCounts]: Required<Parameters<typeof rowsJson>>): Uint8Array {
  const states = rows.flatMap(({ _id, userId, json }) => {
    if (!json) return [];
    const stored = parseStored(json);
    return toSnakeCase({
      expenseId: stored.expense_id,
      revision: stored.revision,
      userName: names.get(userId) ?? stored.user_name,
      duplicateCount: duplicateCounts.get(_id) ?? 0,
    });
  });
  return Buffer.from(JSON.stringify(states satisfies ListedState[]));
}

/** The group key of user, date, amount and currency; null while one of them is missing. */
export function duplicateGroupOf(state: ExpenseState): string | null {
  if (!isExisting(state)) return null;
  return duplicateGroup(state.claim.owner.id, state.claim.details);
}

type Figures = Readonly<Record<'date' | 'amount' | 'currency', string | null>>;

export function duplicateGroup(ownerId: string, { date, amount, currency }: Figures): string | null {
  return date === null || amount === null || currency === null ? null : [ownerId, date, amount, currency].join('|');
}

/**
 * The hash of the file that was sent, since another release may convert it to other bytes, and that of each file that was
 * joined into it. They are sorted, so that of two approvals that lock several each takes the same one first.
 */
export function receiptHashesOf(state: ExpenseState): string[] {
  const receipt = isExisting(state) ? state.claim.receipt : null;
  return receipt ? hashesOf(receipt) : [];
}

export function hashesOf(receipt: ReceiptRef): string[] {
  const sent = receipt.original?.sha256 ?? receipt.sha256;
  return [...new Set([sent, ...(receipt.joined ?? []).map(({ sha256 }) => sha256)])].sort();
}

/** 96 bits are enough to compare, and an index repeats them. */
export function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, 16);
}
