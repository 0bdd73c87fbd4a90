import type { Blobs } from '@outlay/blobs';
import type { MessageClient } from '@outlay/messaging';
import { failpoint } from '@outlay/failpoints';
import { reportBlobKeys } from '../documents/file-names.js';
import { sha256Of } from '../documents/read-receipt.js';
import { receiptNames } from '../documents/receipt-names.js';
import { ZIP_TYPE, zipReceipts } from '../documents/receipts-zip.js';
import { reportTable } from '../documents/report-table.js';
import { SPREADSHEET_TYPE, writeSpreadsheet } from '../documents/spreadsheet.js';
import type { StoredFile } from '../read-models/report.model.js';
import type { ReportStore } from '../read-models/report.store.js';
import { readPayment } from './read-payment.js';
import type { ReportJob } from './report-job.js';

/** Repeating it, such as after a crash, writes the same bytes under the same keys. */
export class ReportGenerator {
  constructor(
    private readonly store: ReportStore,
    private readonly blobs: Blobs,
    private readonly messages: MessageClient,
  ) {}

  async generate({ paymentId, correlationId }: ReportJob): Promise<void> {
    const report = await this.store.find(paymentId);
    if (!report) throw new Error(`There is no report for payment ${paymentId}`);
    if (report.state === 'ready') return;

    const paid = await readPayment(this.messages, paymentId, { actor: null, correlationId });
    const names = receiptNames(paid.map(({ expense }) => expense));
    const rows = paid.map((line, index) => ({ ...line, receiptName: names[index] ?? null }));
    const preview = reportTable(rows, { amount: report.totalAmount, currency: report.currency });
    const at = new Date(report.generatedAt);
    const keys = reportBlobKeys(report);

    const spreadsheet = await this.storeFile(keys.spreadsheet, await writeSpreadsheet(preview, at), SPREADSHEET_TYPE);
    failpoint('report-file-stored');
    const receipts = rows.flatMap(({ expense: { receipt }, receiptName }) =>
      receipt && receiptName ? [{ name: receiptName, receipt }] : [],
    );
    const receiptsZip = await this.storeFile(keys.receiptsZip, await zipReceipts(receipts, this.blobs, at), ZIP_TYPE);
    await this.store.markReady(paymentId, { spreadsheet, receiptsZip, preview });
  }

  private async storeFile(blobKey: string, content: Buffer, contentType: string): Promise<StoredFile> {
    await this.blobs.put(blobKey, content, { contentType });
    return { blobKey, size: content.length, sha256: sha256Of(content) };
  }
}
