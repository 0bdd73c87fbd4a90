import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Position, RecordedEvent, SubscribeOptions, Subscription } from '../event-store.js';
import { Retrier } from '../subscription/retrier.js';
import type { Connection } from './connection.js';
import { CAUGHT_UP, Feed } from './feed.js';
import type { Timeouts } from './timeouts.js';
import { Watchdog, type Log } from './watchdog.js';

/** The settings of a stream are events of a stream of their own. */
const METADATA = '$$';

export class CatchUpSubscription implements Subscription {
  private readonly retrier = new Retrier();
  private readonly finished: Promise<void>;
  private after: Position | null;
  private feed: Feed | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly options: SubscribeOptions,
    private readonly log: Log,
    private readonly timeouts: Timeouts,
    private readonly onClosed: () => void,
  ) {
    this.after = options.after;
    this.finished = this.followUntilClosed();
  }

  async close(): Promise<void> {
    this.retrier.stop();
    this.feed?.close();
    await this.finished;
    this.onClosed();
  }

  private async followUntilClosed(): Promise<void> {
    while (!this.retrier.isStopped) {
      await this.connection.run((client) => this.follow(client)).catch(() => undefined);
      await this.retrier.pause(this.timeouts.resubscribePause);
    }
  }

  private async follow(client: EventStoreDBClient): Promise<void> {
    // The subscription was closed while it waited for the connection.
    if (this.retrier.isStopped) return;
    const { prefixes, handle, caughtUp, hidden } = this.options;
    const { credentials } = this.connection;
    const feed = new Feed(client, {
      prefixes: hidden ? [...prefixes, ...prefixes.map((prefix) => METADATA + prefix)] : prefixes,
      after: this.after,
      credentials,
      onActivity: () => watchdog.refresh(),
      withSystemEvents: hidden !== undefined,
    });
    const watchdog = new Watchdog(feed, this.log, this.timeouts);
    this.feed = feed;
    try {
      for await (const item of feed) {
        if (item === CAUGHT_UP) {
          caughtUp?.();
          continue;
        }
        const stream = hiddenBy(item);
        await this.retrier.run(async () => (stream === null ? handle(item) : hidden?.(stream)));
        this.after = item.position;
      }
    } finally {
      watchdog.stop();
    }
  }
}

/** Null for an event of a service. */
function hiddenBy({ stream, type }: RecordedEvent): string | null {
  if (!type.startsWith('$')) return null;
  return stream.startsWith(METADATA) ? stream.slice(METADATA.length) : stream;
}
