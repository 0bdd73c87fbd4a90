import type { RateRefusal, RefusedRateView } from '@outlay/contracts';
import { upserting } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { RefusedValue } from './screen.js';

interface StoredRefusal extends Omit<RefusedRateView, 'reason'> {
  readonly _id: string;
  readonly reason: RateRefusal;
}

const schema = new Schema<StoredRefusal>(
  {
    _id: { type: String, required: true },
    currency: { type: String, required: true },
    date: { type: String, required: true },
    value: { type: String, required: true },
    reference: { type: String, default: null },
    source: { type: String, required: true },
    reason: { type: String, required: true },
    refusedAt: { type: String, required: true },
  },
  { versionKey: false, collection: 'refused_rates' },
).index({ refusedAt: -1 });

const LATEST = 200;

/** What sources brought and nobody took, for people to look at. A value a later day confirmed is no longer here. */
export class RefusedRatesStore {
  private readonly refusals: Model<StoredRefusal>;

  constructor(documents: Connection) {
    this.refusals = documents.model<StoredRefusal>('RefusedRate', schema);
  }

  /** Keeps each value as it was first refused. Answers how many were new. */
  async add(source: string, currency: string, values: readonly RefusedValue[], at: Date): Promise<number> {
    if (values.length === 0) return 0;
    const writes = values.map(({ date, perEur, reference, reason }) => {
      const refusal = { currency, date, value: perEur, reference, source, reason, refusedAt: at.toISOString() };
      const filter = { _id: idOf(source, currency, date) };
      return { updateOne: { filter, update: { $setOnInsert: refusal }, upsert: true } };
    });
    const { upsertedCount } = await upserting(() => this.refusals.bulkWrite(writes, { ordered: false }));
    return upsertedCount;
  }

  async drop(source: string, currency: string, dates: readonly string[]): Promise<void> {
    await this.refusals.deleteMany({ _id: { $in: dates.map((date) => idOf(source, currency, date)) } });
  }

  async latest(): Promise<RefusedRateView[]> {
    const refusals = await this.refusals
      .find({}, { _id: 0 })
      .sort({ refusedAt: -1, date: -1, currency: 1 })
      .limit(LATEST)
      .lean();
    // Not every server gives a field back that was written as null.
    return refusals.map(({ reference, ...refusal }) => ({ ...refusal, reference: reference ?? null }));
  }
}

function idOf(source: string, currency: string, date: string): string {
  return `${source}:${currency}:${date}`;
}
