import { zipContent, type Blobs, type ZipEntry } from '@outlay/blobs';
import type { ReceiptRef } from '@outlay/contracts';
import { failpoint } from '@outlay/failpoints';
import { Readable } from 'node:stream';
import type { ReportCheckpoint } from './checkpoint-sheet.js';
import { readReceipt, type ReceiptProblem } from './read-receipt.js';

export const ZIP_TYPE = 'application/zip';
const NO_RECEIPTS = 'This payment has no receipts: every expense in it was declared on honor.\n';
const PROBLEMS: Record<ReceiptProblem, string> = {
  missing: 'the file is no longer in the store',
  damaged: 'the file in the store is not the one that was attached',
};

export interface ZippedReceipt {
  readonly name: string;
  readonly expenseId: string;
  readonly receipt: Pick<ReceiptRef, 'originalName' | 'sha256' | 'size'>;
}

/** A receipt that cannot be put into the zip, in one line. */
type MissingReceipt = string;

export class ReceiptsZip {
  /** Complete once the content has been read. */
  readonly missing: MissingReceipt[] = [];

  constructor(
    private readonly receipts: readonly ZippedReceipt[],
    private readonly blobs: Blobs,
    private readonly at: Date,
    private readonly checkpoint: ReportCheckpoint,
  ) {}

  /** Reads one receipt at a time, a chunk at a time, so that memory does not grow with their sizes. */
  content(): AsyncGenerator<Buffer> {
    return zipContent(this.entries(), this.at);
  }

  private async *entries(): AsyncGenerator<ZipEntry> {
    if (this.receipts.length === 0) yield { name: 'README.txt', content: toStream(NO_RECEIPTS) };
    for (const [index, { name, expenseId, receipt }] of this.receipts.entries()) {
      if (index === Math.floor(this.receipts.length / 2)) failpoint('zip-midway');
      const found = await readReceipt(this.blobs, receipt);
      if (typeof found === 'string') this.missing.push(`${expenseId}, ${receipt.originalName}: ${PROBLEMS[found]}`);
      else yield { name, content: found };
    }
    if (this.missing.length > 0) yield { name: 'MISSING_RECEIPTS.txt', content: toStream(this.missingText()) };
    if ('note' in this.checkpoint) yield { name: 'checkpoint.note', content: toStream(this.checkpoint.note) };
  }

  private missingText(): string {
    return [
      `${this.missing.length} of the ${this.receipts.length} receipts of this payment could not be put into this zip.`,
      'The payment and its spreadsheet are complete.',
      '',
      ...this.missing,
      '',
    ].join('\r\n');
  }
}

const toStream = (text: string) => Readable.from([Buffer.from(text)]);
