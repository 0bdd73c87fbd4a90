import type { Blobs } from '@outlay/blobs';
import type { ReceiptRef } from '@outlay/contracts';
import { failpoint } from '@outlay/failpoints';
import { once } from 'node:events';
import { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { readReceipt } from './read-receipt.js';

export const ZIP_TYPE = 'application/zip';
const NO_RECEIPTS = 'This payment has no receipts: every expense in it was declared on honor.\n';
const ENTRY_OVERHEAD = 1024;

export interface ZippedReceipt {
  readonly name: string;
  readonly receipt: ReceiptRef;
}

/** Reads one receipt at a time to limit memory, as a Buffer: a stream's error leaves archiver's `finalize` pending. */
export async function zipReceipts(receipts: readonly ZippedReceipt[], blobs: Blobs, at: Date): Promise<Buffer> {
  const capacity = receipts.reduce((sum, { receipt }) => sum + receipt.size + ENTRY_OVERHEAD, 2 * ENTRY_OVERHEAD);
  const zip = Buffer.allocUnsafe(capacity);
  let size = 0;
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      zip.set(chunk, size);
      size += chunk.length;
      done();
    },
  });
  const { ZipArchive } = await import('archiver'); // Loaded on demand to keep the start fast.
  const archive = new ZipArchive({ store: true });
  const written = pipeline(archive, sink);
  written.catch(() => undefined); // Handled below, where it is awaited.
  try {
    for await (const { name, bytes } of contents(receipts, blobs)) {
      const appended = once(archive, 'entry');
      archive.append(bytes, { name, date: at });
      await Promise.race([appended, written]);
    }
    await Promise.all([archive.finalize(), written]);
  } catch (error) {
    archive.destroy();
    throw error;
  }
  return zip.subarray(0, size);
}

async function* contents(receipts: readonly ZippedReceipt[], blobs: Blobs) {
  if (receipts.length === 0) yield { name: 'README.txt', bytes: Buffer.from(NO_RECEIPTS) };
  for (const [index, { name, receipt }] of receipts.entries()) {
    if (index === Math.floor(receipts.length / 2)) failpoint('zip-midway');
    yield { name, bytes: await readReceipt(blobs, receipt) };
  }
}
