import { Limit } from '@outlay/concurrency';
import type { NewEvent } from '../event-store.js';
import type { Timeouts } from './timeouts.js';

/** A server answers thousands at once no sooner than these. */
const MOST_APPENDS = 128;
/** Further look-ups would add load while the server is busy. */
const MOST_FINDS = 16;
const REMEMBERED = 31;
/** A server that is merely slow is given this many times what its appends take. */
const PATIENCE = 4;
const CHARACTERS_PER_MS = 1_000;

/** Measures all appends of a connection: how many run, and how long they take. */
export class AppendPace {
  readonly appends = new Limit(MOST_APPENDS);
  readonly finds = new Limit(MOST_FINDS);
  private readonly taken: number[] = [];

  constructor(private readonly timeouts: Pick<Timeouts, 'append' | 'answer'>) {}

  /** Records the duration of an answered append, in milliseconds. */
  record(milliseconds: number): void {
    this.taken.push(milliseconds);
    if (this.taken.length > REMEMBERED) this.taken.shift();
  }

  /** Milliseconds after which an append without an answer is looked for. */
  patience(events: readonly NewEvent[]): number {
    const { append, answer } = this.timeouts;
    const median = this.taken.toSorted((a, b) => a - b)[Math.floor(this.taken.length / 2)] ?? 0;
    const size = events.reduce((sum, { data }) => sum + (JSON.stringify(data)?.length ?? 0), 0);
    // The wait leaves time for a second attempt before the deadline.
    return Math.min(Math.max(answer, PATIENCE * median) + size / CHARACTERS_PER_MS, Math.max(answer, append / 4));
  }
}
