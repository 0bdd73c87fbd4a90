import { Schema, type Connection, type Model } from 'mongoose';
import { isLiving, type ExpenseState } from '../domain/expense.js';

/** A row of the read model: the folded state, and beside it what queries look for. */
export interface ExpenseRow {
  readonly _id: string;
  readonly revision: number;
  /** `gone` marks a deleted draft, so that a late event cannot bring it back. */
  readonly status: ExpenseState['status'];
  readonly userId: string | null;
  readonly expenseId: string | null;
  readonly createdAt: string | null;
  /** What makes two claims look alike; null while a part of it is open. */
  readonly likeness: string | null;
  readonly receiptFile: string | null;
  /** The folded state as JSON text: no query looks into it, and a comparison with a replay is one of texts. */
  readonly state: string;
}

const schema = new Schema<ExpenseRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    status: { type: String, required: true },
    userId: String,
    expenseId: String,
    createdAt: String,
    likeness: String,
    receiptFile: String,
    state: { type: String, required: true },
  },
  { versionKey: false },
);
schema.index({ userId: 1, createdAt: -1, _id: -1 });
schema.index({ createdAt: -1, _id: -1 });
schema.index({ expenseId: 1 });
schema.index({ likeness: 1, status: 1 });
schema.index({ receiptFile: 1 });

export type ExpenseModel = Model<ExpenseRow>;
/**
 * Raised whenever the shape of a row changes. The collection and the checkpoint are named by it, so that a release with
 * another shape starts with an empty read model and fills it from the events, as readiness tells.
 */
export const READ_MODEL_VERSION = 1;
export const EXPENSES_COLLECTION = `expenses_v${READ_MODEL_VERSION}`;

/** The model over a collection; a rebuild writes beside the live one under another name. */
export function expenseModel(documents: Connection, collection = EXPENSES_COLLECTION): ExpenseModel {
  return documents.models[collection]
    ? documents.model<ExpenseRow>(collection)
    : documents.model<ExpenseRow>(collection, schema, collection);
}

export function toRow(id: string, state: ExpenseState, revision: number): ExpenseRow {
  const claim = isLiving(state) ? state.claim : null;
  return {
    _id: id,
    revision,
    status: state.status,
    userId: claim?.owner.id ?? null,
    expenseId: claim?.expenseId ?? null,
    createdAt: claim?.createdAt ?? null,
    likeness: likenessOf(state),
    receiptFile: claim?.receipt?.fileName ?? null,
    state: JSON.stringify(state),
  };
}

export function stateOf({ state }: Pick<ExpenseRow, 'state'>): ExpenseState {
  return JSON.parse(state) as ExpenseState;
}

/** What two claims that may be the same share: user, date, amount and currency (specification §4). */
export function likenessOf(state: ExpenseState): string | null {
  if (!isLiving(state)) return null;
  const { owner, details } = state.claim;
  const { date, amount, currency } = details;
  return date === null || amount === null || currency === null ? null : [owner.id, date, amount, currency].join('|');
}
