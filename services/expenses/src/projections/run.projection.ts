import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream } from '@outlay/event-sourcing';
import { EVENT_STORE } from '../ports.js';
import { RUN_MODEL, runHead, toRunRow, type RunModel } from '../read-models/run.model.js';
import { RUN, RUN_PREFIX } from '../stream/stream-types.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';

/** These rows list the runs, and find those that are not finished. */
@Injectable()
export class RunProjection {
  constructor(
    @Inject(RUN_MODEL) private readonly rows: RunModel,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  project(stream: string): Promise<void> {
    return this.handle({ stream });
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, stream.slice(RUN_PREFIX.length));
  }

  async handle({ stream }: Pick<RecordedEvent, 'stream'>): Promise<void> {
    const id = stream.slice(RUN_PREFIX.length);
    const row = toRunRow(await loadStream(RUN, this.events, id, await runHead(this.rows, id)));
    if (!row) return;
    const { _id, ...change } = row;
    try {
      await this.rows.updateOne({ _id, revision: { $lt: row.revision } }, { $set: change }, { upsert: true });
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
