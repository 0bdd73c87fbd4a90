import { createHash } from 'node:crypto';
import type { RecordedEvent } from './event-store.js';

/** What of an event its hash covers; where and when the store put it may differ from copy to copy. */
export type HashedEvent = Pick<RecordedEvent, 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'>;

/**
 * The SHA-256 of an event in lower-case hex, over its canonical JSON (RFC 8785) in UTF-8. An event whose metadata
 * carries the hash of the one before seals the whole stream up to there. The same before and after storing.
 */
export function eventHash({ stream, revision, id, type, data, metadata }: HashedEvent): string {
  // Through JSON once, so that what JSON drops or converts (undefined, dates) cannot make a difference.
  const stored: unknown = JSON.parse(JSON.stringify({ stream, revision, id, type, data, metadata }));
  return createHash('sha256').update(canonicalJson(stored)).digest('hex');
}

/** A parsed JSON value as text: no spaces, keys in the order of their UTF-16 code units at every level. */
function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
