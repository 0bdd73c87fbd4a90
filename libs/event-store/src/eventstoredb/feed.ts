import {
  streamNameFilter,
  type AllStreamResolvedEvent,
  type Credentials,
  type EventStoreDBClient,
} from '@eventstore/db-client';
import type { Position, RecordedEvent } from '../event-store.js';
import { toRecordedEvent } from './event-data.js';
import { toPosition, toReadPosition } from './position.js';

/** In windows of 32 events: often enough to be heard of while nothing matches, seldom enough to cost nothing. */
const CHECKPOINT_INTERVAL = 32;

/** Stands in a feed where everything that was there has come. */
export const CAUGHT_UP = Symbol('caught up');

export interface FeedOptions {
  readonly prefixes: readonly string[];
  readonly after: Position | null;
  readonly credentials: Credentials;
  /** Called for whatever the server says. */
  readonly onActivity: () => void;
}

/** One subscription of the client to all streams with a prefix, until it breaks. To be iterated at once, and once. */
export class Feed {
  /** Up to where the server has looked; what came from there may not be handled yet. */
  seen: Position | null;
  /** Everything the feed has brought is handled, and its reader waits for more. */
  isIdle = true;
  isCaughtUp = false;
  private isClosed = false;
  private readonly source;

  constructor(
    client: EventStoreDBClient,
    private readonly options: FeedOptions,
  ) {
    const { prefixes, after, credentials, onActivity } = options;
    this.seen = after;
    const checkpointReached = (_: unknown, position: { commit: bigint; prepare: bigint }) => {
      this.seen = toPosition(position);
      onActivity();
    };
    const filter = streamNameFilter({
      prefixes: [...prefixes],
      checkpointInterval: CHECKPOINT_INTERVAL,
      checkpointReached,
    });
    const source = client.subscribeToAll({ fromPosition: toReadPosition(after), filter, credentials });
    // The client emits errors without ending the stream, and also when nobody listens any more.
    source.on('error', (error: Error) => source.destroy(error));
    source.on('confirmation', onActivity);
    source.on('fellBehind', () => (this.isCaughtUp = false));
    source.on('caughtUp', () => {
      this.isCaughtUp = true;
      onActivity();
      // Among the events, so that it is read after those before it.
      source.push(CAUGHT_UP);
    });
    this.source = source;
  }

  /** Ends when the server or `close` ends it; throws when it breaks. */
  async *[Symbol.asyncIterator](): AsyncGenerator<RecordedEvent | typeof CAUGHT_UP> {
    const items: AsyncIterable<AllStreamResolvedEvent | typeof CAUGHT_UP> = this.source;
    try {
      for await (const item of items) {
        this.isIdle = false;
        this.options.onActivity();
        const event = item === CAUGHT_UP ? item : toRecordedEvent(item);
        if (event !== CAUGHT_UP) this.seen = event.position;
        yield event;
        this.isIdle = true;
      }
    } catch (error) {
      if (!this.isClosed) throw error;
    } finally {
      this.close();
    }
  }

  close(): void {
    this.isClosed = true;
    this.break();
  }

  /** Makes the reader fail. */
  break(reason?: Error): void {
    this.source.destroy(reason);
    // Rejects where there never was a call to cancel.
    this.source.unsubscribe().catch(() => undefined);
  }
}
