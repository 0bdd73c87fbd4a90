import { pageById } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { READ_MODEL_VERSION, type ExpenseRow } from './expense.model.js';

/** A claim whose receipt was joined from several files, by one of their digests. */
interface JoinedRow {
  /** The digest and the id of the claim. */
  readonly _id: string;
  readonly digest: string;
}

const schema = new Schema<JoinedRow>({ _id: { type: String, required: true }, digest: String }, { versionKey: false });
schema.index({ digest: 1 });

export type JoinedModel = Model<JoinedRow>;
export const JOINED_MODEL = Symbol('JoinedModel');

export const JOINED_COLLECTION = `joined-receipts_v${READ_MODEL_VERSION}`;

export function joinedModel(documents: Connection): JoinedModel {
  return documents.models[JOINED_COLLECTION]
    ? documents.model<JoinedRow>(JOINED_COLLECTION)
    : documents.model<JoinedRow>(JOINED_COLLECTION, schema, JOINED_COLLECTION);
}

export const digestsIn = ({ receiptHash }: Pick<ExpenseRow, 'receiptHash'>) => (receiptHash || null)?.split(' ') ?? [];

/**
 * Finds claims by the files that were joined into their receipts, since the embedded store cannot index several values of
 * a document. An entry is written before its claim and never removed, so it may be of a receipt that was replaced: compare
 * the digests of each claim that is found.
 */
export class JoinedReceipts {
  private readonly model;

  constructor(documents: Connection) {
    this.model = joinedModel(documents);
  }

  async add(rows: readonly Pick<ExpenseRow, '_id' | 'receiptHash'>[]): Promise<void> {
    const entries = rows.flatMap(entriesOf);
    if (entries.length === 0) return;
    await this.model.collection.bulkWrite(
      entries.map((entry) => ({
        replaceOne: { filter: { _id: entry._id as never }, replacement: entry as never, upsert: true },
      })),
    );
  }

  /** The ids of claims whose receipts have one of the digests, or had it. */
  async find(digests: readonly string[]): Promise<string[]> {
    if (digests.length === 0) return [];
    const found = await this.model.find({ digest: { $in: [...digests] } }).lean<JoinedRow[]>();
    return [...new Set(found.map(expenseIn))];
  }

  async hasAll(row: Pick<ExpenseRow, '_id' | 'receiptHash'>): Promise<boolean> {
    const ids = entriesOf(row).map(({ _id }) => _id);
    return ids.length === 0 || (await this.model.countDocuments({ _id: { $in: ids } })) === ids.length;
  }

  page(after: string, limit: number): Promise<JoinedRow[]> {
    return pageById(this.model, after, limit);
  }
}

export const expenseIn = ({ _id }: JoinedRow) => _id.split(' ').at(-1) ?? '';

function entriesOf(row: Pick<ExpenseRow, '_id' | 'receiptHash'>): JoinedRow[] {
  const digests = digestsIn(row);
  if (digests.length < 2) return [];
  return digests.map((digest) => ({ _id: `${digest} ${row._id}`, digest }));
}
