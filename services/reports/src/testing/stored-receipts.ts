import type { Blobs } from '@outlay/blobs';
import { receiptBlobKey } from '@outlay/contracts';
import { sha256Of } from '../documents/read-receipt.js';

export async function storeReceipts(blobs: Blobs, ...receipts: readonly Buffer[]): Promise<void> {
  for (const bytes of receipts) {
    await blobs.put(receiptBlobKey(sha256Of(bytes)), bytes, { contentType: 'application/pdf' });
  }
}
