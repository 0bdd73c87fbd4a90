import type { Clock } from '@outlay/time';
import { SIGNATURE_LIFE_MS } from './message-signer.js';

/** A signature is valid this long, from a clock that is ahead to one that is behind. */
const KEPT_MS = 2 * SIGNATURE_LIFE_MS;

/** Recognises messages that somebody recorded and sends again, by their signatures. */
export class ReceivedOnce {
  /** In the order of their arrival, with the time. */
  private readonly arrivals = new Map<string, number>();

  constructor(private readonly clock: Clock) {}

  isFirst(signature: string): boolean {
    const now = this.clock.now().getTime();
    for (const [earlier, at] of this.arrivals) {
      if (now - at <= KEPT_MS) break;
      this.arrivals.delete(earlier);
    }
    if (this.arrivals.has(signature)) return false;
    this.arrivals.set(signature, now);
    return true;
  }
}
