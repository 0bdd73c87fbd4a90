import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream, Recent, type LoadedStream } from '@outlay/event-sourcing';
import type { RunState } from '../domain/run.js';
import { EVENT_STORE } from '../ports.js';
import { RUN_MODEL, runHead, toRunRow, type RunModel } from '../read-models/run.model.js';
import { RUN, RUN_PREFIX } from '../stream/stream-types.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';

/** These rows list the runs, and find those that are not finished. */
@Injectable()
export class RunProjection {
  /** Lets the subscription skip what a command has just projected. */
  private readonly projected = new Recent<number>();

  constructor(
    @Inject(RUN_MODEL) private readonly rows: RunModel,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  async project(stream: string): Promise<void> {
    const id = stream.slice(RUN_PREFIX.length);
    await this.stateChanged(await loadStream(RUN, this.events, id, await runHead(this.rows, id)));
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, stream.slice(RUN_PREFIX.length));
  }

  async handle({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<void> {
    if ((this.projected.get(stream.slice(RUN_PREFIX.length)) ?? -1) < revision) await this.project(stream);
  }

  async stateChanged(run: LoadedStream<RunState>): Promise<void> {
    const row = toRunRow(run);
    if (!row) return;
    const { _id, ...change } = row;
    try {
      await this.rows.updateOne({ _id, revision: { $lt: row.revision } }, { $set: change }, { upsert: true });
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
    this.projected.set(_id, row.revision);
  }
}
