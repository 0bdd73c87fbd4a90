import { createHash } from 'node:crypto';
import { OutlayError, type MessageContext, type Operation } from '@outlay/contracts';
import { derivedUuid, type IdSource } from '@outlay/time';

/**
 * Derived from the Idempotency-Key, so that a retry finds what a crashed attempt created; without a key from the
 * message, and random if there is none.
 * `requester` is the user's id, or the email address of a person without an account.
 */
export function resourceIdFor(operation: Operation, requester: string, context: MessageContext, ids: IdSource): string {
  const { messageId } = context;
  const request = keyedRequest(operation, requester, context, null);
  return request?.id ?? (messageId === undefined ? ids.uuid() : derivedUuid(JSON.stringify(['message', messageId])));
}

export interface KeyedRequest {
  readonly id: string;
  /** SHA-256 of the payload in hex: the same key with another hash is a different request. */
  readonly payloadHash: string;
}

/** The keys of `payload` need a stable order, because its serialised form is hashed. */
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

export function keyReused(): OutlayError {
  return new OutlayError('IDEMPOTENCY_KEY_REUSED', 'This Idempotency-Key was used for another request.');
}
