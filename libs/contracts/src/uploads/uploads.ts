import { RECEIPT_TYPES } from '@outlay/rules';
import * as z from 'zod/mini';
import { asOfQuery } from '../as-of.js';
import { defineOperation } from '../operation.js';
import { receiptRef } from '../expenses/expense.js';
import { instant, text } from '../primitives.js';
import { defineRoute } from '../route.js';

/** The blob key of a receipt, derived from its content, so that stored receipts never change. */
export function receiptBlobKey(sha256: string): string {
  return `receipts/${sha256}`;
}

/** Records a file sent by the phone shortcut before its expense; it belongs to the actor. */
export const recordUpload = defineOperation({
  subject: 'expenses.record-upload',
  work: 'one',
  request: z.object({ receipt: receiptRef }),
  reply: z.object({ receipt: receiptRef }),
});

/** @throws NOT_FOUND unless the actor is its owner or may read everything; SNAPSHOT_NOT_READY while the past is read */
export const findReceipt = defineOperation({
  subject: 'expenses.find-receipt',
  work: 'one',
  readOnly: true,
  request: z.object({ fileName: text(120).check(z.minLength(1)), asOf: z.optional(instant) }),
  /** `ownerId` is the owner of the claim, or the person who uploaded the file. */
  reply: z.object({ receipt: receiptRef, ownerId: z.nullable(z.string()) }),
});

export const uploadReceiptRoute = defineRoute({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Stores a receipt before its expense exists (the phone shortcut).',
  idempotent: true,
  status: 201,
  encoding: 'multipart',
  file: { name: 'file', required: true },
  body: z.object({}),
  reply: z.object({ message: z.string(), filename: z.string(), url: z.string() }),
});

export const receiptFileRoute = defineRoute({
  method: 'GET',
  path: '/uploads/{filename}',
  summary: 'A receipt, also one that has been replaced since.',
  query: z.object(asOfQuery),
  signedUrl: true,
  replyType: 'file',
  fileTypes: RECEIPT_TYPES,
  errors: ['RECEIPT_DAMAGED', 'SNAPSHOT_NOT_READY', 'TRAIL_BROKEN'],
  reply: z.unknown(),
});
