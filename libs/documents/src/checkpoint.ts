import { Schema, type Connection, type Model } from 'mongoose';

interface CheckpointRow {
  readonly _id: string;
  readonly position: string;
}

const schema = new Schema<CheckpointRow>(
  { _id: { type: String, required: true }, position: { type: String, required: true } },
  { versionKey: false },
);

/** Remembers up to where documents are derived from events. Writing an earlier position only repeats events. */
export function checkpointIn(documents: Connection, _id: string) {
  const model: Model<CheckpointRow> =
    documents.models.Checkpoint ?? documents.model<CheckpointRow>('Checkpoint', schema, 'checkpoints');
  return {
    async read(): Promise<string | null> {
      return (await model.findById(_id).lean())?.position ?? null;
    },
    async write(position: string): Promise<void> {
      await model.updateOne({ _id }, { $set: { position } }, { upsert: true });
    },
  };
}
