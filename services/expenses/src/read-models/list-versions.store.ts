import { upserting } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { READ_MODEL_VERSION } from './expense.model.js';

interface VersionRow {
  readonly _id: string;
  readonly version: number;
}

const schema = new Schema<VersionRow>(
  { _id: { type: String, required: true }, version: { type: Number, required: true } },
  { versionKey: false },
);
const EVERYBODY = 'all';

/**
 * Counts the changes of each person's expenses, and of all, so that a caller who has a list can be told that it still
 * stands without its being read. Read before the rows and raised after them: a list may be newer than its version says,
 * and is then read once more for nothing, but never older.
 */
export class ListVersionsStore {
  private readonly model: Model<VersionRow>;

  constructor(documents: Connection) {
    this.model = documents.models.ListVersion ?? documents.model<VersionRow>('ListVersion', schema, 'list_versions');
  }

  async raise(userId: string | null): Promise<void> {
    const scopes = userId === null ? [EVERYBODY] : [EVERYBODY, userId];
    // Not through mongoose's model, whose casting costs more than the write: every command waits for this.
    const raised = scopes.map((scope) => ({
      updateOne: { filter: { _id: scope as never }, update: { $inc: { version: 1 } }, upsert: true },
    }));
    await upserting(() => this.model.collection.bulkWrite(raised, { ordered: false }));
  }

  /** An entity tag's content: different for each person's list, each count and each shape of a row. */
  async current(userId: string | null): Promise<string> {
    const scope = userId ?? EVERYBODY;
    const row = await this.model.findById(scope).lean();
    return `${READ_MODEL_VERSION}.${scope}.${row?.version ?? 0}`;
  }
}
