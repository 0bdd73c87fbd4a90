import { zipContent, type Blobs, type ZipEntry } from '@outlay/blobs';
import type { ReceiptRef } from '@outlay/contracts';
import { failpoint } from '@outlay/concurrency';
import { cleanText } from '@outlay/rules';
import { Readable } from 'node:stream';
import type { ReportCheckpoint } from './checkpoint-sheet.js';
import { readReceipt, type ReceiptProblem } from './read-receipt.js';

export const ZIP_TYPE = 'application/zip';
const NO_RECEIPTS = 'This payment has no receipts: every expense in it was declared on honor.';
const PROBLEMS: Record<ReceiptProblem, string> = {
  missing: 'the file is no longer in the store',
  damaged: 'the file in the store is not the one that was attached',
};

export interface ZippedReceipt {
  readonly name: string;
  readonly expenseId: string;
  readonly receipt: Pick<ReceiptRef, 'originalName' | 'sha256' | 'size'>;
}

/** The payee of the zip, and what was paid. */
export interface ZippedPayment {
  readonly paidTo: string;
  readonly email: string;
  readonly amount: string;
  readonly currency: string;
  readonly expenses: number;
}

/** A receipt that cannot be put into the zip, in one line. */
type MissingReceipt = string;

export class ReceiptsZip {
  /** The list is complete once the content has been read. */
  readonly missing: MissingReceipt[] = [];

  constructor(
    private readonly receipts: readonly ZippedReceipt[],
    private readonly blobs: Blobs,
    private readonly at: Date,
    private readonly checkpoint: ReportCheckpoint,
    private readonly payment: ZippedPayment,
  ) {}

  /** Reads one receipt at a time, a chunk at a time, so that memory does not grow with their sizes. */
  content(): AsyncGenerator<Buffer> {
    return zipContent(this.entries(), this.at);
  }

  private async *entries(): AsyncGenerator<ZipEntry> {
    for (const [index, { name, expenseId, receipt }] of this.receipts.entries()) {
      if (index === Math.floor(this.receipts.length / 2)) failpoint('zip-midway');
      const found = await readReceipt(this.blobs, receipt);
      if (typeof found === 'string')
        this.missing.push(`${expenseId}, ${cleanText(receipt.originalName, 'one')}: ${PROBLEMS[found]}`);
      else yield { name, content: found };
    }
    if (this.missing.length > 0) yield { name: 'MISSING_RECEIPTS.txt', content: toStream(this.missingText()) };
    yield { name: 'README.txt', content: toStream(this.readme()) };
    if ('note' in this.checkpoint) yield { name: 'checkpoint.note', content: toStream(this.checkpoint.note) };
  }

  private readme(): string {
    const { paidTo, email, amount, currency, expenses } = this.payment;
    return [
      `Paid to: ${cleanText(paidTo, 'one')} (${email})`,
      `Paid on: ${this.at.toISOString().slice(0, 10)}`,
      `Amount: ${amount} ${currency}`,
      `Expenses: ${expenses}`,
      ...(this.receipts.length === 0 ? ['', NO_RECEIPTS] : []),
      '',
    ].join('\r\n');
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
