import { Inject, Injectable } from '@nestjs/common';
import { upserting } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { DOCUMENTS } from '../ports.js';

export interface QuarantinedStream {
  /** The stream's name. */
  readonly _id: string;
  readonly revision: number;
  /** A part of a sentence, such as "revision 3 was altered". */
  readonly finding: string;
  /** ISO instant. */
  readonly foundAt: string;
}

const schema = new Schema<QuarantinedStream>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    finding: { type: String, required: true },
    foundAt: { type: String, required: true },
  },
  { versionKey: false },
);

/** Derived: each stream in it is tried again from time to time, and leaves it once it holds. */
@Injectable()
export class QuarantineStore {
  private readonly model: Model<QuarantinedStream>;

  constructor(@Inject(DOCUMENTS) documents: Connection) {
    this.model =
      documents.models.QuarantinedStream ??
      documents.model<QuarantinedStream>('QuarantinedStream', schema, 'quarantined-streams');
  }

  async record({ _id, revision, finding, foundAt }: QuarantinedStream): Promise<void> {
    const change = { $set: { revision, finding }, $setOnInsert: { foundAt } };
    await upserting(() => this.model.updateOne({ _id }, change, { upsert: true }));
  }

  async remove(stream: string): Promise<void> {
    await this.model.deleteOne({ _id: stream });
  }

  /** The streams that were found first. */
  list(limit: number): Promise<QuarantinedStream[]> {
    return this.model.find().sort({ foundAt: 1 }).limit(limit).lean();
  }

  count(): Promise<number> {
    return this.model.countDocuments();
  }
}
