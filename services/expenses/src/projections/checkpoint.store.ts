import { Schema, type Connection } from 'mongoose';
import type { Position } from '@outlay/event-store';

interface CheckpointDocument {
  readonly _id: string;
  readonly position: Position;
}

const schema = new Schema<CheckpointDocument>(
  { _id: { type: String, required: true }, position: { type: String, required: true } },
  { versionKey: false },
);

export class CheckpointStore {
  private readonly model;

  constructor(
    documents: Connection,
    private readonly name: string,
  ) {
    this.model = documents.model<CheckpointDocument>('Checkpoint', schema, 'checkpoints');
  }

  async load(): Promise<Position | null> {
    const row = await this.model.findById(this.name).lean();
    return row?.position ?? null;
  }

  async save(position: Position): Promise<void> {
    await this.model.updateOne({ _id: this.name }, { $set: { position } }, { upsert: true });
  }
}
