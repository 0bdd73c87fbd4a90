import { Schema, type Connection, type Model } from 'mongoose';
import type { Position, RecordedEvent } from '@outlay/event-store';

/** The last event that was projected. */
export type Checkpoint = Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'>;

interface CheckpointDocument {
  readonly _id: string;
  readonly position: Position;
  readonly event: Omit<Checkpoint, 'position'>;
}

const schema = new Schema<CheckpointDocument>(
  { _id: { type: String, required: true }, position: { type: String, required: true }, event: Schema.Types.Mixed },
  { versionKey: false },
);

export class CheckpointStore {
  private readonly model: Model<CheckpointDocument>;

  constructor(
    documents: Connection,
    private readonly name: string,
  ) {
    this.model =
      documents.models.Checkpoint ?? documents.model<CheckpointDocument>('Checkpoint', schema, 'checkpoints');
  }

  async load(): Promise<Position | null> {
    const row = await this.model.findById(this.name).lean();
    return row?.position ?? null;
  }

  async lastEvent(): Promise<Pick<CheckpointDocument, 'position' | 'event'> | null> {
    return this.model.findById(this.name).lean();
  }

  async save({ position, stream, revision, id }: Checkpoint): Promise<void> {
    const change = { position, event: { stream, revision, id } };
    await this.model.updateOne({ _id: this.name }, { $set: change }, { upsert: true });
  }
}
