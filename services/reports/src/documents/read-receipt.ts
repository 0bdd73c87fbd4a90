import { BlobDamaged, readIntact, type Blobs } from '@outlay/blobs';
import { receiptBlobKey, type ReceiptRef } from '@outlay/contracts';
import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';

export type ReceiptProblem = 'missing' | 'damaged';

export async function readReceipt(
  blobs: Blobs,
  { sha256, size }: Pick<ReceiptRef, 'sha256' | 'size'>,
): Promise<Readable | ReceiptProblem> {
  try {
    return (await readIntact(blobs, { key: receiptBlobKey(sha256), size, sha256 })) ?? 'missing';
  } catch (error) {
    if (error instanceof BlobDamaged) return 'damaged';
    throw error;
  }
}

export function sha256Of(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
