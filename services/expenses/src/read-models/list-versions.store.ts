import { upserting } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { READ_MODEL_VERSION } from './expense.model.js';

interface VersionDocument {
  readonly _id: string;
  readonly version: number;
}

const schema = new Schema<VersionDocument>(
  { _id: { type: String, required: true }, version: { type: Number, required: true } },
  { versionKey: false },
);
const ALL = 'all';

/**
 * Counts the changes of each person's expenses, and of all, so that an unchanged list need not be read again. Queries
 * read the version before the list and projections raise it after writing: a list may be newer than its version, never
 * older.
 */
export class ListVersionsStore {
  private readonly model: Model<VersionDocument>;

  constructor(documents: Connection) {
    this.model =
      documents.models.ListVersion ?? documents.model<VersionDocument>('ListVersion', schema, 'list_versions');
  }

  async raise(userId: string | null): Promise<void> {
    const scopes = userId === null ? [ALL] : [ALL, userId];
    // Without mongoose's casting, which costs more than the write: every command waits for it.
    const raised = scopes.map((scope) => ({
      updateOne: { filter: { _id: scope as never }, update: { $inc: { version: 1 } }, upsert: true },
    }));
    await upserting(() => this.model.collection.bulkWrite(raised, { ordered: false }));
  }

  /** Content of an entity tag: unique per person, count and read model version. */
  async current(userId: string | null): Promise<string> {
    const scope = userId ?? ALL;
    const row = await this.model.findById(scope).lean();
    return `${READ_MODEL_VERSION}.${scope}.${row?.version ?? 0}`;
  }
}
