import type { Blobs } from '@outlay/blobs';
import { receiptBlobKey, type ReceiptRef } from '@outlay/contracts';
import { createHash } from 'node:crypto';

export async function readReceipt(blobs: Blobs, { fileName, sha256 }: ReceiptRef): Promise<Buffer> {
  const bytes = await blobs.readAll(receiptBlobKey(sha256));
  if (bytes === null) throw new Error(`Receipt ${fileName} is missing from the store`);
  const found = sha256Of(bytes);
  if (found !== sha256) {
    throw new Error(`Receipt ${fileName} differs from what was attached: its SHA-256 is ${found} instead of ${sha256}`);
  }
  return bytes;
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
