import { createHash } from 'node:crypto';
import { OutlayError, type MessageContext, type Operation } from '@outlay/contracts';
import type { IdSource } from './ids.js';

/** A UUID (version 8, RFC 9562) made from a text: the same text, the same id. */
export function derivedUuid(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  const variant = ((parseInt(hex.slice(16, 18), 16) & 0x3f) | 0x80).toString(16);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(18, 20)}-${hex.slice(20, 32)}`;
}

/**
 * The id of what a request makes. With an Idempotency-Key it follows from the operation, `who` asks and the key, so that
 * a repetition finds under it what the first try made, also after a crash; without one it is new.
 */
export function idOfRequest(operation: Operation, who: string, context: MessageContext, ids: IdSource): string {
  return keyedRequest(operation, who, context, null)?.id ?? ids.uuid();
}

/** A request with an Idempotency-Key, as it is told again: its id as above, and the SHA-256 of what it says in hex. */
export interface KeyedRequest {
  readonly id: string;
  readonly hash: string;
}

/** Null without a key. `says` is plain JSON whose keys stand in one order: all that makes another request another. */
export function keyedRequest(
  { subject }: Operation,
  who: string,
  { idempotencyKey }: MessageContext,
  says: unknown,
): KeyedRequest | null {
  if (idempotencyKey === undefined) return null;
  const id = derivedUuid(JSON.stringify([subject, who, idempotencyKey]));
  return { id, hash: createHash('sha256').update(JSON.stringify(says)).digest('hex') };
}

/** The refusal of another request under a key that made something already. IDEMPOTENCY_KEY_REUSED. */
export function keyReused(): OutlayError {
  return new OutlayError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
}
