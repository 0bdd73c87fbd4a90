import { Inject, Injectable } from '@nestjs/common';
import { upserting } from '@outlay/documents';
import type { IsoDate } from '@outlay/rules';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

/** The status that all instances share, so that only one of them fetches. */
export interface SourceStatus {
  readonly triedAt: string | null;
  readonly coveredFrom: IsoDate | null;
  readonly coveredTo: IsoDate | null;
  readonly newestDate: IsoDate | null;
  readonly failure: string | null;
}

interface StoredStatus extends SourceStatus {
  readonly _id: string;
}

export const UNTRIED: SourceStatus = {
  triedAt: null,
  coveredFrom: null,
  coveredTo: null,
  newestDate: null,
  failure: null,
};

const text = { type: String, default: null };
const schema = new Schema<StoredStatus>(
  {
    _id: { type: String, required: true },
    triedAt: text,
    coveredFrom: text,
    coveredTo: text,
    newestDate: text,
    failure: text,
  },
  { versionKey: false, collection: 'rate_sources' },
);

@Injectable()
export class SourceStatusStore {
  private readonly statuses: Model<StoredStatus>;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.statuses = documents.model<StoredStatus>('RateSource', schema);
  }

  async of(source: string): Promise<SourceStatus> {
    const found = await this.statuses.findById(source).lean();
    if (!found) return UNTRIED;
    const { _id, ...status } = found;
    // Some servers omit fields that were written as null.
    return { ...UNTRIED, ...status };
  }

  /** True for only one of several instances that read the same status. */
  async recordAttempt(source: string, { triedAt }: SourceStatus, now: Date): Promise<boolean> {
    const update = { $set: { triedAt: now.toISOString() } };
    if (triedAt !== null) {
      const { modifiedCount } = await this.statuses.updateOne({ _id: source, triedAt }, update);
      return modifiedCount === 1;
    }
    const { upsertedCount } = await upserting(() =>
      this.statuses.updateOne({ _id: source }, { $setOnInsert: { triedAt: now.toISOString() } }, { upsert: true }),
    );
    return upsertedCount === 1;
  }

  async put(source: string, outcome: Partial<SourceStatus>): Promise<void> {
    await this.statuses.updateOne({ _id: source }, { $set: outcome });
  }
}
