import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Position, SubscribeOptions, Subscription } from '../event-store.js';
import { Retrier } from '../subscription/retrier.js';
import type { Connection } from './connection.js';
import { CAUGHT_UP, Feed } from './feed.js';
import type { Timeouts } from './timeouts.js';
import { Watchdog, type Log } from './watchdog.js';

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
    // Closed while it waited for the connection.
    if (this.retrier.isStopped) return;
    const { prefixes, handle, caughtUp } = this.options;
    const { credentials } = this.connection;
    const feed = new Feed(client, { prefixes, after: this.after, credentials, onActivity: () => watchdog.refresh() });
    const watchdog = new Watchdog(feed, this.log, this.timeouts);
    this.feed = feed;
    try {
      for await (const item of feed) {
        if (item === CAUGHT_UP) {
          caughtUp?.();
          continue;
        }
        await this.retrier.run(() => handle(item));
        this.after = item.position;
      }
    } finally {
      watchdog.stop();
    }
  }
}
