import { hash } from 'node:crypto';
import type { RecordedEvent } from './event-store.js';

/** The event without position and recording time, which differ from copy to copy. */
export type HashedEvent = Pick<RecordedEvent, 'stream' | 'revision' | 'id' | 'type' | 'data' | 'metadata'>;

/** Lower-case hex SHA-256 of canonical JSON (RFC 8785). With the previous hash in the metadata, it seals a stream. */
export function eventHash({ stream, revision, id, type, data, metadata }: HashedEvent): string {
  return hash('sha256', canonicalJson({ stream, revision, id, type, data, metadata }) ?? '', 'hex');
}

/** Hashes JSON; key order does not matter. */
export function hashOfJson(value: unknown): string {
  return hash('sha256', canonicalJson(value) ?? '', 'hex');
}

/** RFC 8785. Values that JSON drops or converts (undefined, dates) are as they are stored. */
export function canonicalJson(value: unknown): string | undefined {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonicalJson(item) ?? 'null').join(',')}]`;
  if ('toJSON' in value && typeof value.toJSON === 'function') return canonicalJson(value.toJSON());
  let members = '';
  for (const key of Object.keys(value).sort()) {
    const member = canonicalJson((value as Record<string, unknown>)[key]);
    if (member !== undefined) members += `${members === '' ? '' : ','}${quoted(key)}:${member}`;
  }
  return `{${members}}`;
}

/** Most texts need no escapes, and finding that out takes less time than `JSON.stringify`. */
const PLAIN = /^[ !#-[\]-~]*$/;
const quoted = (text: string): string => (PLAIN.test(text) ? `"${text}"` : JSON.stringify(text));
