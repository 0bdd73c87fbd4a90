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

/** Tags lists. Read before the list and raised after a write, so that a list is never older than its version. */
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

  async current(userId: string | null): Promise<string> {
    const scope = userId ?? ALL;
    const row = await this.model.findById(scope).lean();
    return `${READ_MODEL_VERSION}.${scope}.${row?.version ?? 0}`;
  }
}
