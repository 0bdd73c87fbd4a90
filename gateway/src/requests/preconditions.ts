import { OutlayError } from '@outlay/contracts';
import type { IncomingHttpHeaders } from 'node:http';

const IDEMPOTENCY_KEY = /^[\x21-\x7e]{8,255}$/;
/** An ETag is the revision and the beginning of the hash of the last event. */
export const HEAD_IN_TAG = 16;
const ENTITY_TAG = /^(?:W\/)?"(\d{1,9})(?:-([0-9a-f]{16}))?"$/;

/** Format: draft-ietf-httpapi-idempotency-key-header. */
export function readIdempotencyKey(headers: IncomingHttpHeaders): string | undefined {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key === 'string' && IDEMPOTENCY_KEY.test(key)) return key;
  throw new OutlayError('INVALID_INPUT', 'Idempotency-Key must be 8 to 255 visible ASCII characters.');
}

export interface Expected {
  readonly revision: number | null;
  /** The hash of the last event, or the beginning of it. */
  readonly head: string | null;
}

/** The version in the body's `revision` and `head`, or in `If-Match`; null if neither names one, or for `*`. */
export function readExpected(headers: IncomingHttpHeaders, body: unknown): Expected {
  const { revision = null, head = null } = (body ?? {}) as Partial<Expected>;
  if (head !== null && revision === null) throw new OutlayError('INVALID_INPUT', 'head needs the revision it is of.');
  const ifMatch = headers['if-match'];
  if (ifMatch === undefined || ifMatch.trim() === '*') return { revision, head };
  const [, tag, tagHead = null] = ENTITY_TAG.exec(ifMatch.trim()) ?? [];
  if (tag === undefined)
    throw new OutlayError(
      'INVALID_INPUT',
      'If-Match must be an ETag of the expense or its revision in quotes, such as "3".',
    );
  const headsDiffer = head !== null && tagHead !== null && !head.startsWith(tagHead);
  if ((revision !== null && revision !== Number(tag)) || headsDiffer) {
    throw new OutlayError('INVALID_INPUT', 'If-Match and the revision in the body differ.');
  }
  return { revision: Number(tag), head: head ?? tagHead };
}
