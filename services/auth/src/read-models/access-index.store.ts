import { isDuplicateKey, prepareCollection } from '@outlay/documents';
import { Schema, type Connection, type Model } from 'mongoose';
import { partOf, type AccessPart } from '../stream/access-stream.js';

interface AccessRow extends AccessPart {
  readonly _id: string;
}

const text = { type: String, required: true } as const;
const schema = new Schema<AccessRow>(
  { _id: text, subject: text, day: text, part: { type: Number, required: true } },
  { versionKey: false },
);
schema.index({ subject: 1, day: -1, part: -1 });

export function accessModel(documents: Connection): Model<AccessRow> {
  return documents.model<AccessRow>('AccessStream', schema, 'access-streams');
}

/** The row follows from the name of the stream, without its prefix; null if it is not one of ours. */
export function toRow(_id: string): AccessRow | null {
  const part = partOf(_id);
  return part && { _id, ...part };
}

/** The index of the access streams by person. Rows are only added. */
export class AccessIndexStore {
  private constructor(private readonly model: Model<AccessRow>) {}

  static async open(documents: Connection): Promise<AccessIndexStore> {
    const model = accessModel(documents);
    await prepareCollection(model);
    return new AccessIndexStore(model);
  }

  async add(part: AccessPart): Promise<void> {
    const _id = `${part.subject}-${part.day}-${part.part}`;
    await this.model.create({ _id, ...part }).catch((error: unknown) => {
      if (!isDuplicateKey(error)) throw error;
    });
  }

  async latest(subject: string, limit: number): Promise<AccessPart[]> {
    return this.model.find({ subject }).sort({ day: -1, part: -1 }).limit(limit).lean();
  }
}
