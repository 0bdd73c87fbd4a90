import type { Clock } from '@outlay/time';
import type { ReceivedMessages } from '../received-messages.js';
import { MESSAGE_LIFE_MS } from './message-seal.js';

/** A message is valid this long, from a clock that is ahead to one that is behind. */
const KEPT_MS = 2 * MESSAGE_LIFE_MS;

/** Recognises messages that somebody recorded and sends again, by their ids. */
export class ReceivedOnce {
  /** The ids in the order of their arrival, with the time. */
  private readonly arrivals = new Map<string, number>();

  constructor(
    private readonly clock: Clock,
    private readonly shared: ReceivedMessages | null = null,
  ) {}

  /** Whether this instance receives the message for the first time. */
  isFirst(id: string): boolean {
    const now = this.clock.now().getTime();
    for (const [earlier, at] of this.arrivals) {
      if (now - at <= KEPT_MS) break;
      this.arrivals.delete(earlier);
    }
    if (this.arrivals.has(id)) return false;
    this.arrivals.set(id, now);
    return true;
  }

  /** Whether any instance receives the message for the first time. */
  async isFirstOfAll(id: string): Promise<boolean> {
    return this.shared === null || this.shared.isFirst(id, KEPT_MS);
  }
}
