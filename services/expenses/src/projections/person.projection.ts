import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream, type KnownHead } from '@outlay/event-sourcing';
import { EVENT_STORE } from '../ports.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { PERSON_MODEL, toPersonRow, type PersonModel } from '../read-models/renamed-people.js';
import { ACCOUNT_PREFIX, PERSON } from '../stream/stream-types.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';
import type { EventHandler } from './event-handler.js';

/** The auth service decides on names; the events of its accounts tell them. */
@Injectable()
export class PersonProjection implements EventHandler {
  constructor(
    @Inject(PERSON_MODEL) private readonly rows: PersonModel,
    private readonly versions: ListVersionsStore,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  async handle({ stream, type, revision }: Pick<RecordedEvent, 'stream' | 'type' | 'revision'>): Promise<void> {
    const id = stream.slice(ACCOUNT_PREFIX.length);
    await this.write(id, { revision, headHash: null });
    // The version is also raised after a crash between both, since the event is then repeated.
    if (type === 'NamesChanged') await this.versions.raise(id);
  }

  project(stream: string): Promise<void> {
    return this.handle({ stream, type: 'NamesChanged', revision: 0 });
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, stream.slice(ACCOUNT_PREFIX.length));
  }

  private async write(id: string, known: KnownHead): Promise<void> {
    const row = toPersonRow(await loadStream(PERSON, this.events, id, known));
    if (!row) return;
    const { revision } = row;
    try {
      await this.rows.collection.replaceOne({ _id: id as never, revision: { $lt: revision } }, row, { upsert: true });
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
