import { RECEIPT_TYPES } from '@outlay/rules';
import * as z from 'zod/mini';
import { defineOperation } from '../operation.js';
import { receiptRef } from '../expenses/expense.js';
import { text } from '../primitives.js';
import { defineRoute } from '../route.js';

/** Where a receipt of this content is kept: named by its content, so that it cannot change under its name. */
export function receiptBlobKey(sha256: string): string {
  return `receipts/${sha256}`;
}

/** Remembers a file sent before its expense, by the phone shortcut; it belongs to who sent it. */
export const recordUpload = defineOperation({
  subject: 'expenses.record-upload',
  request: z.object({ receipt: receiptRef }),
  reply: z.object({ receipt: receiptRef }),
});

/** A receipt or upload by file name, for its owner and super admins; else NOT_FOUND. */
export const findReceipt = defineOperation({
  subject: 'expenses.find-receipt',
  request: z.object({ fileName: text(120).check(z.minLength(1)) }),
  reply: z.object({ receipt: receiptRef }),
});

export const uploadReceiptRoute = defineRoute({
  method: 'POST',
  path: '/api/uploads',
  summary: 'Keeps a receipt that is sent before its expense (the phone shortcut).',
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
  summary: 'A receipt.',
  signedUrl: true,
  answer: 'file',
  fileTypes: RECEIPT_TYPES,
  reply: z.unknown(),
});
