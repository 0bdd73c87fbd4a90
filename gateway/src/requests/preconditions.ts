import { OutlayError } from '@outlay/contracts';
import type { IncomingHttpHeaders } from 'node:http';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;
const ENTITY_TAG = /^(?:W\/)?"(\d{1,9})"$/;

/** Format: draft-ietf-httpapi-idempotency-key-header. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw new OutlayError('INVALID_INPUT', 'Idempotency-Key must be 8 to 255 visible ASCII characters.');
}

/** From the body's `revision` or from `If-Match`; null if neither names one, or for `*`. */
export function readExpectedRevision(headers: IncomingHttpHeaders, body: unknown): number | null {
  const inBody = (body as { revision?: number | null } | undefined)?.revision ?? null;
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return inBody;
  const [, tag] = ENTITY_TAG.exec(ifMatch.trim()) ?? [];
  if (tag === undefined)
    throw new OutlayError('INVALID_INPUT', 'If-Match must be the revision in quotes, such as "3".');
  if (inBody !== null && inBody !== Number(tag)) {
    throw new OutlayError('INVALID_INPUT', 'If-Match and the revision in the body differ.');
  }
  return Number(tag);
}
