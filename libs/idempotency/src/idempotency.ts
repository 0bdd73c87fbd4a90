import { createHash } from 'node:crypto';
import { OutlayError, type MessageContext, type Operation } from '@outlay/contracts';
import { derivedUuid, type IdSource } from '@outlay/ids';

/**
 * The id of the resource a request creates. With an Idempotency-Key it is derived from the operation, the requester and
 * the key, so that a retry finds what the first attempt created, even after a crash. Without a key it is random.
 *
 * `requester` is the id of the signed-in user, or the email address of a person who has no account yet.
 */
export function resourceIdFor(operation: Operation, requester: string, context: MessageContext, ids: IdSource): string {
  return keyedRequest(operation, requester, context, null)?.id ?? ids.uuid();
}

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  /** UUID derived from the operation, the requester and the key. */
  readonly id: string;
  /** SHA-256 of the payload in hex: the same key with another hash is a different request. */
  readonly payloadHash: string;
}

/**
 * Identifies a request by its Idempotency-Key; null without one.
 *
 * `payload` is everything that distinguishes two requests, as plain JSON. Its keys need a stable order, because its
 * serialised form is hashed.
 */
export function keyedRequest(
  { subject }: Operation,
  requester: string,
  { idempotencyKey }: MessageContext,
  payload: unknown,
): KeyedRequest | null {
  if (idempotencyKey === undefined) return null;
  const id = derivedUuid(JSON.stringify([subject, requester, idempotencyKey]));
  return { id, payloadHash: createHash('sha256').update(JSON.stringify(payload)).digest('hex') };
}

/** The IDEMPOTENCY_KEY_REUSED error for a key that already belongs to a different request. */
export function keyReused(): OutlayError {
  return new OutlayError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
}
