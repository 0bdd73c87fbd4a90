import { createHash } from 'node:crypto';
import type { RecordedEvent } from './event-store.js';

/** Without position and recording time, which differ from copy to copy. */
export type HashedEvent = Pick<RecordedEvent, 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'>;

/** Lower-case hex SHA-256 of canonical JSON (RFC 8785). With the previous hash in the metadata, it seals a stream. */
export function eventHash({ stream, revision, id, type, data, metadata }: HashedEvent): string {
  // Values that JSON drops or converts (undefined, dates) must hash as they are stored.
  const stored: unknown = JSON.parse(JSON.stringify({ stream, revision, id, type, data, metadata }));
  return createHash('sha256').update(canonicalJson(stored)).digest('hex');
}

function canonicalJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}
