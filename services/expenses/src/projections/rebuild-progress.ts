import type { EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import type { ReplayResult } from './replay.js';

interface ProgressDocument extends ReplayResult {
  readonly _id: string;
}

/** How far the replacement of a read model is filled. */
export class RebuildProgress {
  constructor(
    private readonly documents: Connection,
    private readonly name: string,
  ) {}

  /** Null if nothing is filled, or not from these events. */
  async load(events: Pick<EventStore, 'readStream'>): Promise<ReplayResult | null> {
    const found = await this.collection.findOne({ _id: this.name });
    if (!found?.last) return null;
    const { events: count, expenses, brokenAt, last } = found;
    const [event] = await events.readStream(last.stream, { from: last.revision, limit: 1 });
    return event?.id === last.id && event.position === last.position
      ? { events: count, expenses, brokenAt, last }
      : null;
  }

  async save(result: ReplayResult): Promise<void> {
    await this.collection.replaceOne({ _id: this.name }, result, { upsert: true });
  }

  async clear(): Promise<void> {
    await this.collection.deleteOne({ _id: this.name });
  }

  private get collection() {
    return this.documents.collection<ProgressDocument>('checkpoints');
  }
}
