import { prepareCollection, upserting } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import type { Decimal, IsoDate } from '@outlay/rules';
import type { Leg, LegSource } from './leg.js';

/** `_id` combines currency and day, so that each day's leg is written once and never changes. */
interface StoredLeg extends Leg {
  readonly _id: string;
  readonly fetchedAt: string;
}

const schema = new Schema<StoredLeg>(
  {
    _id: { type: String, required: true },
    quote: { type: String, required: true },
    date: { type: String, required: true },
    perEur: { type: String, required: true },
    source: { type: String, required: true },
    fetchedAt: { type: String, required: true },
  },
  { versionKey: false, collection: 'legs' },
).index({ quote: 1, date: -1 });

export class LegStore implements LegSource {
  private constructor(private readonly legs: Model<StoredLeg>) {}

  static async open(documents: Connection): Promise<LegStore> {
    const legs = documents.model<StoredLeg>('Leg', schema);
    await prepareCollection(legs);
    return new LegStore(legs);
  }

  async newest(quote: string, day: IsoDate): Promise<Leg | null> {
    const leg = await this.legs
      .findOne({ quote, date: { $lte: day } })
      .sort({ date: -1 })
      .lean();
    return leg && { quote: leg.quote, date: leg.date, perEur: leg.perEur, source: leg.source };
  }

  async within(quote: string, from: IsoDate, to: IsoDate): Promise<Map<IsoDate, Decimal>> {
    const legs = await this.legs.find({ quote, date: { $gte: from, $lte: to } }).lean();
    return new Map(legs.map(({ date, perEur }) => [date, perEur]));
  }

  async append(legs: readonly Leg[], fetchedAt: Date): Promise<void> {
    if (legs.length === 0) return;
    const writes = legs.map((leg) => {
      const _id = `${leg.quote}:${leg.date}`;
      const fetched = { ...leg, fetchedAt: fetchedAt.toISOString() };
      return { updateOne: { filter: { _id }, update: { $setOnInsert: fetched }, upsert: true } };
    });
    await upserting(() => this.legs.bulkWrite(writes, { ordered: false }));
  }
}
