import type { EventStoreDBClient } from '@eventstore/db-client';
import type { Position, RecordedEvent } from '../event-store.js';
import { Retrier } from '../subscription/retrier.js';
import type { Connection } from './connection.js';
import { CAUGHT_UP, Feed } from './feed.js';
import type { Timeouts } from './timeouts.js';
import { Watchdog, type Log } from './watchdog.js';

export interface Listener {
  readonly prefixes: readonly string[];
  /** It must not block, because one server subscription feeds all listeners. */
  offer(event: RecordedEvent): void;
}

/** The one server subscription of a process. It begins at the end of the log; listeners read what was before. */
export class LiveTail {
  private readonly retrier = new Retrier();
  private readonly listeners = new Set<Listener>();
  /** The prefixes of all listeners so far. */
  private readonly prefixes = new Set<string>();
  /** The last event that was offered, or the end of the log when the tail began; undefined before that. */
  private after: Position | null | undefined;
  private feed: Feed | null = null;
  private isReopened = false;

  constructor(
    private readonly connection: Connection,
    private readonly log: Log,
    private readonly timeouts: Timeouts,
  ) {}

  /** Each event after the returned position is offered to the listener; undefined if the tail has not begun. */
  join(listener: Listener): Position | null | undefined {
    this.listeners.add(listener);
    if (listener.prefixes.some((prefix) => !this.prefixes.has(prefix))) this.reopenWith(listener.prefixes);
    return this.after;
  }

  /** Begins at a position, unless it has begun, and returns where it is. */
  begin(head: Position | null): Position | null {
    if (this.after !== undefined) return this.after;
    this.after = head;
    void this.follow();
    return head;
  }

  leave(listener: Listener): void {
    this.listeners.delete(listener);
  }

  close(): void {
    this.retrier.stop();
    this.feed?.close();
  }

  /** The tail goes on after the last event that was offered, so that the other listeners notice nothing. */
  private reopenWith(prefixes: readonly string[]): void {
    for (const prefix of prefixes) this.prefixes.add(prefix);
    this.isReopened = true;
    this.feed?.close();
  }

  private async follow(): Promise<void> {
    while (!this.retrier.isStopped) {
      this.isReopened = false;
      await this.connection.run((client) => this.offerFrom(client)).catch(() => undefined);
      if (!this.isReopened) await this.retrier.pause(this.timeouts.resubscribePause);
    }
  }

  private async offerFrom(client: EventStoreDBClient): Promise<void> {
    // The tail was closed while it waited for the connection.
    if (this.retrier.isStopped) return;
    this.isReopened = false;
    const prefixes = [...this.prefixes];
    const feed = new Feed(client, {
      prefixes,
      after: this.after ?? null,
      credentials: this.connection.credentials,
      onActivity: () => watchdog.refresh(),
      withSystemEvents: true,
    });
    const watchdog = new Watchdog(feed, this.log, prefixes, this.timeouts);
    this.feed = feed;
    try {
      for await (const item of feed) {
        // An event may still come after the feed was closed; the next feed has it again.
        if (this.isReopened || this.retrier.isStopped) return;
        if (item === CAUGHT_UP) continue;
        for (const listener of this.listeners) listener.offer(item);
        this.after = item.position;
      }
    } finally {
      watchdog.stop();
    }
  }
}
