import { Inject, Injectable, Optional } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { Position } from '@outlay/event-store';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';
import { READ_MODEL_VERSION } from './expense.model.js';
import type { Bucket } from './summary.js';

/** The totals of one user, or of all. */
export interface Summary {
  readonly _id: string;
  /** The last event that is counted; null if none is. */
  readonly position: Position | null;
  readonly buckets: readonly Bucket[];
}

export interface SummaryReplacement {
  readonly next: Summary;
  readonly previous: Position | null;
}

export const ALL_USERS = 'all';

const schema = new Schema<Summary>(
  { _id: { type: String, required: true }, position: String, buckets: [Schema.Types.Mixed] },
  { versionKey: false },
);

@Injectable()
export class SummaryStore {
  private readonly model: Model<Summary>;

  constructor(@Inject(DOCUMENTS) documents: Connection, @Optional() collection = `summaries_v${READ_MODEL_VERSION}`) {
    this.model = documents.models[collection]
      ? documents.model<Summary>(collection)
      : documents.model<Summary>(collection, schema, collection);
  }

  async load(scopes: readonly string[]): Promise<Summary[]> {
    const found = await this.model.find({ _id: { $in: scopes } }).lean();
    const byScope = new Map(found.map((summary) => [summary._id, summary]));
    return scopes.map((scope) => byScope.get(scope) ?? { _id: scope, position: null, buckets: [] });
  }

  /** A page of summaries in the order of the scopes. */
  async page(after: string, limit: number): Promise<Summary[]> {
    return this.model
      .find({ _id: { $gt: after } })
      .sort({ _id: 1 })
      .limit(limit)
      .lean();
  }

  /** Each replaces the summary at its previous position. False if another writer was faster with one of them. */
  async replace(summaries: readonly SummaryReplacement[]): Promise<boolean> {
    // MongoDB refuses an empty bulk write.
    if (summaries.length === 0) return true;
    const writes = summaries.map(({ next, previous }) => ({
      replaceOne: {
        filter: { _id: next._id as never, position: previous },
        replacement: next,
        upsert: previous === null,
      },
    }));
    try {
      // The write bypasses mongoose's casting, so that documents equal those of a rebuild.
      const { matchedCount, upsertedCount } = await this.model.collection.bulkWrite(writes, { ordered: false });
      return matchedCount + upsertedCount === summaries.length;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async clear(): Promise<void> {
    await this.model.deleteMany({});
  }
}
