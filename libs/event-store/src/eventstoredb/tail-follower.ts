import { comparePositions, type Position, type ReadAllOptions, type RecordedEvent } from '../event-store.js';
import { BATCH_SIZE } from '../subscription/catch-up-subscription.js';
import type { Listener, LiveTail } from './live-tail.js';

export interface StoredEvents {
  head(): Promise<Position | null>;
  readAll(options: ReadAllOptions): Promise<RecordedEvent[]>;
}

/** The events of one subscription: stored ones first, then those that the tail offers. A slow subscription reads again. */
export class TailFollower implements Listener {
  /** The events that were offered since the follower joined, or since its last read. */
  private waiting: RecordedEvent[] = [];
  /** No offered event was dropped since the follower joined. */
  private isWhole = true;
  /** The waiting events continue where the last read ended. */
  private isLive = false;

  constructor(
    private readonly tail: LiveTail,
    private readonly stored: StoredEvents,
    readonly prefixes: readonly string[],
    private readonly withSystemEvents: boolean,
    private readonly wake: () => void,
  ) {}

  offer(event: RecordedEvent): void {
    if (!this.prefixes.some((prefix) => event.stream.startsWith(prefix))) return;
    if (event.type.startsWith('$') && !this.withSystemEvents) return;
    if (this.waiting.length < BATCH_SIZE) this.waiting.push(event);
    else this.fallBehind();
    this.wake();
  }

  /** Makes no call to the server once the follower has joined the tail and caught up. */
  async readAll({ after, limit }: Pick<ReadAllOptions, 'after' | 'limit'>): Promise<RecordedEvent[]> {
    const waiting = this.waiting.splice(0);
    if (this.isLive) return waiting.filter(({ position }) => after === null || comparePositions(position, after) > 0);
    this.isWhole = true;
    const joinedAt = this.tail.join(this);
    const head = await this.stored.head();
    const offeredAfter = joinedAt ?? this.tail.begin(head);
    // Events between what this server knows and what is offered would be missed.
    if (offeredAfter !== null && (head === null || comparePositions(head, offeredAfter) < 0))
      throw new Error('The server is behind the one that the subscription comes from');
    const { prefixes, withSystemEvents } = this;
    const events = await this.stored.readAll({ prefixes, after, limit, withSystemEvents });
    this.isLive = this.isWhole && events.length < limit;
    return events;
  }

  private fallBehind(): void {
    this.waiting = [];
    this.isWhole = false;
    this.isLive = false;
  }
}
