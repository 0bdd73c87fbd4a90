import { setImmediate } from 'node:timers/promises';
import { eventHash } from './event-hash.js';
import type { EventHashes, RecordedEvent } from './event-store.js';

/** Hashing this many events takes about a millisecond; then other work has its turn. */
const AT_ONCE = 50;

/** Hashes events in the caller's thread. */
export async function hashesOf(events: readonly RecordedEvent[]): Promise<EventHashes> {
  const hashes: Buffer[] = [];
  for (const event of events) {
    hashes.push(Buffer.from(eventHash(event), 'hex'));
    if (hashes.length % AT_ONCE === 0) await setImmediate();
  }
  return { positions: events.map(({ position }) => position), hashes: Buffer.concat(hashes) };
}
