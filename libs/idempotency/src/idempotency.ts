import { createHash } from 'node:crypto';
import { OutlayError, type MessageContext, type Operation } from '@outlay/contracts';
import { derivedUuid, type IdSource } from '@outlay/ids';

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
