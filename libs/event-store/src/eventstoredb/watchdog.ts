import { setTimeout } from 'node:timers/promises';
import { comparePositions, type Position } from '../event-store.js';
import type { Feed } from './feed.js';

const TICK_MS = 1000;
/** How long an event that can be read may still be on its way through the subscription. */
const GRACE_MS = 1000;
/** Until it has caught up a feed has always something to say. */
const SILENT_TICKS_WHILE_BEHIND = 2;

/** What the watchdog compares a feed with. */
export interface Log {
  /** The position of the last of all events; null where there is none. */
  head(): Promise<Position | null>;
  hasMatchesAfter(position: Position | null): Promise<boolean>;
}

/** Breaks a feed that has gone silent though there is more to read. A quiet log costs one read of its last event a tick. */
export class Watchdog {
  private readonly timer: NodeJS.Timeout;
  private silentTicks = 0;
  private isLooking = false;
  /** Up to here no event is missing. */
  private cleared: Position | null = null;

  constructor(
    private readonly feed: Feed,
    private readonly log: Log,
  ) {
    this.timer = setInterval(() => void this.look(), TICK_MS);
  }

  /** The feed has said something. */
  hear(): void {
    this.silentTicks = 0;
  }

  stop(): void {
    clearInterval(this.timer);
  }

  private async look(): Promise<void> {
    if (this.isLooking || !this.feed.isIdle) return;
    this.silentTicks += 1;
    if (this.silentTicks === 1) return;
    this.isLooking = true;
    // A log that cannot be read is as good a reason to connect anew.
    const isSilent = await this.isSilent().catch(() => true);
    this.isLooking = false;
    if (isSilent) this.feed.break(new Error('The subscription has gone silent'));
  }

  private async isSilent(): Promise<boolean> {
    if (!this.feed.isCaughtUp) return this.silentTicks > SILENT_TICKS_WHILE_BEHIND;
    const head = await this.log.head();
    if (head === null || (this.cleared !== null && comparePositions(head, this.cleared) <= 0)) return false;
    if (!(await this.log.hasMatchesAfter(this.feed.seen))) {
      this.cleared = head;
      return false;
    }
    await setTimeout(GRACE_MS);
    return this.silentTicks > 0 && this.feed.isIdle;
  }
}
