import { Inject, Injectable, Logger } from '@nestjs/common';
import type { Blobs } from '@outlay/blobs';
import { recordReport, type MessageContext } from '@outlay/contracts';
import { failpoint } from '@outlay/concurrency';
import { MessageClient } from '@outlay/messaging';
import { madeProgress, whileProgressing } from '@outlay/time';
import { createHash, type Hash } from 'node:crypto';
import type { ReportCheckpoint } from '../documents/checkpoint-sheet.js';
import { reportBlobKeys } from '../documents/file-names.js';
import { sha256Of } from '../documents/read-receipt.js';
import { receiptNames } from '../documents/receipt-names.js';
import { ReceiptsZip, ZIP_TYPE } from '../documents/receipts-zip.js';
import { reportTable } from '../documents/report-table.js';
import { SPREADSHEET_TYPE, Spreadsheets } from '../documents/spreadsheet.js';
import { BLOBS } from '../ports.js';
import { madeReport, type ReportRow, type StoredFile } from '../read-models/report.model.js';
import { ReportStore } from '../read-models/report.store.js';
import { awaitCheckpoint } from './await-checkpoint.js';
import { readPayment, type PaidExpense } from './read-payment.js';
import type { ReportJob } from './report-job.js';

/** A job that waits for an unresponsive store would otherwise keep its lock and hold up the others. */
const SILENCE_MS = 5 * 60_000;

/** Repeating it, such as after a crash, writes the same bytes under the same keys, unless the log has grown since. */
@Injectable()
export class ReportGenerator {
  private readonly logger = new Logger('ReportWorker');
  private readonly spreadsheets = new Spreadsheets();

  constructor(
    private readonly store: ReportStore,
    @Inject(BLOBS) private readonly blobs: Blobs,
    private readonly messages: MessageClient,
  ) {}

  async generate({ paymentId, correlationId }: ReportJob): Promise<void> {
    const report = await this.store.find(paymentId);
    if (!report) throw new Error(`There is no report for payment ${paymentId}`);
    if (report.state === 'ready') return;

    this.spreadsheets.prepare();
    const context = { actor: null, correlationId };
    const [paid, checkpoint] = await Promise.all([
      readPayment(this.messages, paymentId, context),
      awaitCheckpoint(this.messages, paymentId, context),
    ]);
    await whileProgressing(() => this.makeFiles(report, paid, checkpoint, context), SILENCE_MS, 'Making the report');
  }

  async close(): Promise<void> {
    await this.spreadsheets.end();
  }

  private async makeFiles(
    report: ReportRow,
    paid: readonly PaidExpense[],
    checkpoint: ReportCheckpoint,
    context: MessageContext,
  ): Promise<void> {
    const names = receiptNames(paid.map(({ expense }) => expense));
    const rows = paid.map((line, index) => ({ ...line, paidTo: report.userName, receiptName: names[index] ?? null }));
    const preview = reportTable(rows, { amount: report.totalAmount, currency: report.currency });
    const at = new Date(report.generatedAt);

    const sheets = await this.spreadsheets.write(preview, checkpoint, at);
    const sha256 = sha256Of(sheets);
    const keys = reportBlobKeys(report, sha256);
    await this.blobs.put(keys.spreadsheet, sheets, { contentType: SPREADSHEET_TYPE });
    const spreadsheet = { blobKey: keys.spreadsheet, size: sheets.length, sha256 };
    failpoint('report-file-stored');
    const receipts = rows.flatMap(({ expense: { expenseId, receipt }, receiptName: name }) =>
      receipt && name ? [{ name, expenseId, receipt }] : [],
    );
    const zip = new ReceiptsZip(receipts, this.blobs, at, checkpoint, {
      paidTo: report.userName,
      email: paid[0]?.expense.userEmail ?? '',
      amount: report.totalAmount,
      currency: report.currency,
      expenses: paid.length,
    });
    const receiptsZip = await this.storeStream(keys.receiptsZip, zip.content(), ZIP_TYPE);
    for (const missing of zip.missing) this.logger.error(`${report.filename} lacks a receipt: ${missing}`);
    const files = { spreadsheet, receiptsZip, preview: JSON.stringify(preview), missingReceipts: zip.missing.length };
    // The event comes first, so that every report that people see can be proved.
    await this.messages.call(recordReport, { paymentId: report.paymentId, report: madeReport(report, files) }, context);
    await this.store.markReady(report, files);
  }

  private async storeStream(blobKey: string, content: AsyncIterable<Buffer>, contentType: string): Promise<StoredFile> {
    const hash = createHash('sha256');
    const size = await this.blobs.putStream(blobKey, hashed(content, hash), { contentType });
    return { blobKey, size, sha256: hash.digest('hex') };
  }
}

async function* hashed(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of content) {
    madeProgress();
    hash.update(chunk);
    yield chunk;
  }
}
