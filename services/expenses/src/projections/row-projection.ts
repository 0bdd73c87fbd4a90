import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream, Recent, type DomainEvent, type LoadedStream, type StreamFold } from '@outlay/event-sourcing';
import type { Model, UpdateQuery } from 'mongoose';
import { rowHead, type StreamRow } from '../read-models/row-head.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';
import type { EventHandler } from './event-handler.js';

/** Commands write a stream's row before they reply. The subscription repairs what a crash left out. */
export abstract class RowProjection<State, Event extends DomainEvent, Row extends StreamRow> implements EventHandler {
  /** Lets the subscription skip what a command has just projected. */
  private readonly projected = new Recent<number>();

  protected constructor(
    private readonly rows: Model<Row>,
    private readonly events: Pick<EventStore, 'readStream'>,
    private readonly kind: StreamFold<State, Event>,
  ) {}

  /** Null if the stream has no row. */
  protected abstract toRow(stream: LoadedStream<State>): Row | null;
  protected abstract toUpdate(row: Row): UpdateQuery<Row>;

  async project(stream: string): Promise<void> {
    const id = this.idOf(stream);
    await this.stateChanged(await loadStream(this.kind, this.events, id, await rowHead(this.rows, id)));
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, this.idOf(stream));
  }

  async handle({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<void> {
    if ((this.projected.get(this.idOf(stream)) ?? -1) < revision) await this.project(stream);
  }

  async stateChanged(stream: LoadedStream<State>): Promise<void> {
    const row = this.toRow(stream);
    if (!row) return;
    const { _id, revision } = row;
    try {
      await this.rows.updateOne({ _id, revision: { $lt: revision } }, this.toUpdate(row), { upsert: true });
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
    this.projected.set(_id, revision);
  }

  private idOf(stream: string): string {
    return stream.slice(this.kind.prefix.length);
  }
}
