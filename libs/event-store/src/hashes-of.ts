import { setImmediate } from 'node:timers/promises';
import { eventHash } from './event-hash.js';
import type { PositionedHash, RecordedEvent } from './event-store.js';

/** Hashing this many events takes about a millisecond; then others have their turn. */
const AT_ONCE = 50;

/** Hashes events in the caller's thread. */
export async function hashesOf(events: readonly RecordedEvent[]): Promise<PositionedHash[]> {
  const hashes: PositionedHash[] = [];
  for (const event of events) {
    hashes.push({ position: event.position, hash: Buffer.from(eventHash(event), 'hex') });
    if (hashes.length % AT_ONCE === 0) await setImmediate();
  }
  return hashes;
}
