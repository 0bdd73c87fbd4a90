import { Periodic } from '@outlay/time';
import { comparePositions, type Position, type ReadAllOptions, type RecordedEvent } from '../event-store.js';
import type { Feed } from './feed.js';
import type { Timeouts } from './timeouts.js';

/** A feed that has not caught up always has something to send. */
const SILENT_CHECKS_WHILE_BEHIND = 2;

export interface Log {
  /** The head as it was at most `Timeouts.recentHead` ago. */
  recentHead(): Promise<Position | null>;
  read(options: ReadAllOptions, idleMs: number): Promise<RecordedEvent[]>;
}

/** A subscription can go silent although there is more to read. On a quiet log a check needs the head only. */
export class Watchdog {
  private readonly checks: Periodic;
  private silentChecks = 0;
  private checkedTo: Position | null = null;

  constructor(
    private readonly feed: Pick<Feed, 'isCaughtUp' | 'scannedTo' | 'fail'>,
    private readonly log: Log,
    private readonly prefixes: readonly string[],
    private readonly timeouts: Pick<Timeouts, 'watchInterval' | 'watchGrace' | 'watchIdle'>,
  ) {
    this.checks = new Periodic(
      () => this.check(),
      timeouts.watchInterval,
      // A log that cannot be read is also a reason to reconnect.
      () => this.failFeed(),
    );
    this.checks.start();
  }

  refresh(): void {
    this.silentChecks = 0;
  }

  stop(): void {
    void this.checks.stop();
  }

  private async check(): Promise<void> {
    this.silentChecks += 1;
    if (this.silentChecks > 1 && (await this.hasMissedEvents())) this.failFeed();
  }

  private async hasMissedEvents(): Promise<boolean> {
    if (!this.feed.isCaughtUp) return this.silentChecks > SILENT_CHECKS_WHILE_BEHIND;
    const head = await this.log.recentHead();
    if (head === null || (this.checkedTo !== null && comparePositions(head, this.checkedTo) <= 0)) return false;
    const missed = { prefixes: this.prefixes, after: this.feed.scannedTo, limit: 1, withSystemEvents: true };
    if ((await this.log.read(missed, this.timeouts.watchIdle)).length === 0) {
      this.checkedTo = head;
      return false;
    }
    await new Promise((resolve) => setTimeout(resolve, this.timeouts.watchGrace));
    return this.silentChecks > 0;
  }

  private failFeed(): void {
    this.feed.fail(new Error('The subscription has gone silent'));
  }
}
