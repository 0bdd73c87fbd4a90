import type { RateRefusal, RefusedRateView } from '@outlay/contracts';
import { prepareCollection, upserting } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { QuarantinedValue } from './plausibility.js';

interface StoredValue extends Omit<RefusedRateView, 'reason'> {
  readonly _id: string;
  readonly reason: RateRefusal;
}

const schema = new Schema<StoredValue>(
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

export class QuarantineStore {
  private constructor(private readonly values: Model<StoredValue>) {}

  static async open(documents: Connection): Promise<QuarantineStore> {
    const values = documents.model<StoredValue>('QuarantinedRate', schema);
    await prepareCollection(values);
    return new QuarantineStore(values);
  }

  async add(source: string, currency: string, values: readonly QuarantinedValue[], at: Date): Promise<number> {
    if (values.length === 0) return 0;
    const writes = values.map(({ date, perEur, reference, reason }) => {
      const value = { currency, date, value: perEur, reference, source, reason, refusedAt: at.toISOString() };
      const filter = { _id: idOf(source, currency, date) };
      return { updateOne: { filter, update: { $setOnInsert: value }, upsert: true } };
    });
    const { upsertedCount } = await upserting(() => this.values.bulkWrite(writes, { ordered: false }));
    return upsertedCount;
  }

  async remove(source: string, currency: string, dates: readonly string[]): Promise<void> {
    await this.values.deleteMany({ _id: { $in: dates.map((date) => idOf(source, currency, date)) } });
  }

  async latest(): Promise<RefusedRateView[]> {
    const values = await this.values
      .find({}, { _id: 0 })
      .sort({ refusedAt: -1, date: -1, currency: 1 })
      .limit(LATEST)
      .lean();
    // Some servers omit fields that were written as null.
    return values.map(({ reference, ...value }) => ({ ...value, reference: reference ?? null }));
  }
}

function idOf(source: string, currency: string, date: string): string {
  return `${source}:${currency}:${date}`;
}
