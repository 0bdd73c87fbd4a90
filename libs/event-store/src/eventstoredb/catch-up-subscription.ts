import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Position, SubscribeOptions, Subscription } from '../event-store.js';
import { Retrying } from '../subscription/retrying.js';
import type { Connection } from './connection.js';
import { CAUGHT_UP, Feed } from './feed.js';
import { Watchdog, type Log } from './watchdog.js';

const RESUBSCRIBE_PAUSE_MS = 500;

/** Subscribes, and again whenever the client's subscription fails, ends or goes silent, after what has been handled. */
export class CatchUpSubscription implements Subscription {
  private readonly retrying = new Retrying();
  private readonly finished: Promise<void>;
  private after: Position | null;
  private feed: Feed | null = null;

  constructor(
    private readonly connection: Connection,
    private readonly options: SubscribeOptions,
    private readonly log: Log,
    private readonly onClosed: () => void,
  ) {
    this.after = options.after;
    this.finished = this.followForEver();
  }

  async close(): Promise<void> {
    this.retrying.stop();
    this.feed?.close();
    await this.finished;
    this.onClosed();
  }

  private async followForEver(): Promise<void> {
    while (!this.retrying.isStopped) {
      await this.connection.run((client) => this.follow(client)).catch(() => undefined);
      await this.retrying.pause(RESUBSCRIBE_PAUSE_MS);
    }
  }

  private async follow(client: EventStoreDBClient): Promise<void> {
    const { prefixes, handle, caughtUp } = this.options;
    const { credentials } = this.connection;
    const feed = new Feed(client, { prefixes, after: this.after, credentials, onActivity: () => watchdog.hear() });
    const watchdog = new Watchdog(feed, this.log);
    this.feed = feed;
    try {
      for await (const item of feed) {
        if (item === CAUGHT_UP) {
          caughtUp?.();
          continue;
        }
        await this.retrying.untilDone(() => handle(item));
        if (this.retrying.isStopped) return;
        this.after = item.position;
      }
    } finally {
      watchdog.stop();
    }
  }
}
