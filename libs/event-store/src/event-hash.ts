import { createHash } from 'node:crypto';
import type { RecordedEvent } from './event-store.js';

/** The parts of an event its hash covers: not its position or recording time, which differ from copy to copy. */
export type HashedEvent = Pick<RecordedEvent, 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'>;

/**
 * The SHA-256 of an event in lower-case hex, over its canonical JSON (RFC 8785) in UTF-8; the same before and after
 * storing. An event whose metadata carries the previous event's hash seals the whole stream up to that event.
 */
export function eventHash({ stream, revision, id, type, data, metadata }: HashedEvent): string {
  // Values that JSON drops or converts (undefined, dates) must hash as they are stored.
  const stored: unknown = JSON.parse(JSON.stringify({ stream, revision, id, type, data, metadata }));
  return createHash('sha256').update(canonicalJson(stored)).digest('hex');
}

/** A parsed JSON value without spaces, keys sorted by UTF-16 code units at every level. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
