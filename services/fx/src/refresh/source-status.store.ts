import { upserting } from '@outlay/documents';
import type { IsoDate } from '@outlay/rules';
import { Schema, type Connection, type Model } from 'mongoose';

/** How asking a source went. Shared by all instances, so that one of them asks. */
export interface SourceStatus {
  readonly triedAt: string | null;
  /** The days it has been asked for without a failure, both included; null before the first. */
  readonly coveredFrom: IsoDate | null;
  readonly coveredTo: IsoDate | null;
  readonly newestDate: IsoDate | null;
  /** What went wrong the last time. */
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

export class SourceStatusStore {
  private readonly statuses: Model<StoredStatus>;

  constructor(documents: Connection) {
    this.statuses = documents.model<StoredStatus>('RateSource', schema);
  }

  async of(source: string): Promise<SourceStatus> {
    const found = await this.statuses.findById(source).lean();
    if (!found) return UNTRIED;
    const { _id, ...status } = found;
    // Not every server gives a field back that was written as null.
    return { ...UNTRIED, ...status };
  }

  /** Whether the caller is the one to ask now: of several instances that saw the same status, one. */
  async claim(source: string, { triedAt }: SourceStatus, now: Date): Promise<boolean> {
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
