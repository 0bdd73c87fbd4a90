import {
  streamNameFilter,
  type AllStreamResolvedEvent,
  type Credentials,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import type { Position, RecordedEvent } from '../event-store.js';
import { toRecordedEvent } from './event-data.js';
import { toPosition, toReadPosition } from './position.js';

/** The server reports every 32 events: often enough to show life, rarely enough to cost nothing. */
const CHECKPOINT_INTERVAL = 32;

export const CAUGHT_UP = Symbol('caught up');

export interface FeedOptions {
  readonly prefixes: readonly string[];
  readonly after: Position | null;
  readonly credentials: Credentials;
  readonly onActivity: () => void;
  readonly withSystemEvents?: boolean | undefined;
}

/** Iterate it immediately, and once. */
export class Feed {
  /** How far the server has searched the log; matching events before it may not be handled yet. */
  scannedTo: Position | null;
  isCaughtUp = false;
  private isClosed = false;
  private readonly source;

  constructor(
    client: EventStoreDBClient,
    private readonly options: FeedOptions,
  ) {
    const { prefixes, after, credentials, onActivity } = options;
    this.scannedTo = after;
    const checkpointReached = (_: unknown, position: { commit: bigint; prepare: bigint }) => {
      this.scannedTo = toPosition(position);
      onActivity();
    };
    const filter = streamNameFilter({
      prefixes: [...prefixes],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached,
    });
    const source = client.subscribeToAll({ fromPosition: toReadPosition(after), filter, credentials });
    // The client emits errors without ending the stream, even when there is no listener any more.
    source.on('error', (error: Error) => source.destroy(error));
    source.on('confirmation', onActivity);
    source.on('fellBehind', () => (this.isCaughtUp = false));
    source.on('caughtUp', () => {
      this.isCaughtUp = true;
      onActivity();
      source.push(CAUGHT_UP);
    });
    this.source = source;
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<RecordedEvent | typeof CAUGHT_UP> {
    const items: AsyncIterable<AllStreamResolvedEvent | typeof CAUGHT_UP> = this.source;
    try {
      for await (const item of items) {
        this.options.onActivity();
        const event = item === CAUGHT_UP ? item : toRecordedEvent(item);
        if (event !== CAUGHT_UP) this.scannedTo = event.position;
        // System events include the end of a stream that an operator deleted.
        const isSystem = event !== CAUGHT_UP && event.type.startsWith('$');
        if (!isSystem || this.options.withSystemEvents) yield event;
      }
    } catch (error) {
      if (!this.isClosed) throw error;
    } finally {
      this.close();
    }
  }

  close(): void {
    this.isClosed = true;
    this.fail();
  }

  fail(reason?: Error): void {
    this.source.destroy(reason);
    // It rejects if the call was never made.
    this.source.unsubscribe().catch(() => undefined);
  }
}
