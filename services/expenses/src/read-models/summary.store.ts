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

/** The sums of a scope of analytics (`analytics-cells.ts`). */
export interface AnalyticsSums extends Pick<Summary, '_id' | 'position'> {
  /** The cells are JSON text, which is parsed many times faster than a document of the same content. */
  readonly cells: string;
}

export interface Replacement {
  readonly next: Summary | AnalyticsSums;
  readonly previous: Position | null;
}

export const ALL_USERS = 'all';
/** The first character of the scopes of analytics; users' ids come before it. */
export const ANALYTICS = '~';
/** A rebuild has a document for each month and person. */
const WRITTEN_AT_ONCE = 1_000;

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
    return this.find<Summary>(scopes, (_id) => ({ _id, position: null, buckets: [] }));
  }

  async loadAnalytics(scopes: readonly string[]): Promise<AnalyticsSums[]> {
    return this.find<AnalyticsSums>(scopes, (_id) => ({ _id, position: null, cells: '[]' }));
  }

  /** A page of summaries in the order of the scopes. */
  async page(after: string, limit: number): Promise<Summary[]> {
    return this.pageOf<Summary>({ $gt: after, $lt: ANALYTICS }, limit);
  }

  /** A page of the sums of analytics with scopes before another, in their order. */
  async pageOfAnalytics(after: string, limit: number, end = `${ANALYTICS}${ANALYTICS}`): Promise<AnalyticsSums[]> {
    return this.pageOf<AnalyticsSums>({ $gt: after, $lt: end }, limit);
  }

  /** Each replaces the document at its previous position. False if another writer was faster with one of them. */
  async replace(replacements: readonly Replacement[]): Promise<boolean> {
    // MongoDB refuses an empty bulk write.
    for (let from = 0; from < replacements.length; from += WRITTEN_AT_ONCE)
      if (!(await this.write(replacements.slice(from, from + WRITTEN_AT_ONCE)))) return false;
    return true;
  }

  private async find<Stored extends Pick<Summary, '_id'>>(
    scopes: readonly string[],
    empty: (scope: string) => Stored,
  ): Promise<Stored[]> {
    const found = await this.model.find({ _id: { $in: scopes } }).lean<Stored[]>();
    const byScope = new Map(found.map((stored) => [stored._id, stored]));
    return scopes.map((scope) => byScope.get(scope) ?? empty(scope));
  }

  private pageOf<Stored>(scopes: { $gt: string; $lt: string }, limit: number): Promise<Stored[]> {
    return this.model.find({ _id: scopes }).sort({ _id: 1 }).limit(limit).lean<Stored[]>().exec();
  }

  private async write(replacements: readonly Replacement[]): Promise<boolean> {
    const writes = replacements.map(({ next, previous }) => ({
      replaceOne: {
        filter: { _id: next._id as never, position: previous },
        replacement: next as never,
        upsert: previous === null,
      },
    }));
    try {
      // The write bypasses mongoose's casting, so that documents equal those of a rebuild.
      const { matchedCount, upsertedCount } = await this.model.collection.bulkWrite(writes, { ordered: false });
      return matchedCount + upsertedCount === replacements.length;
    } catch (error) {
      if (isDuplicateKey(error)) return false;
      throw error;
    }
  }

  async clear(): Promise<void> {
    await this.model.deleteMany({});
  }
}
