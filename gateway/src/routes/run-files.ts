import { Inject, Injectable, Logger } from '@nestjs/common';
import { BlobDamaged, readIntact, zipContent, type ZipEntry } from '@outlay/blobs';
import {
  findReport,
  OutlayError,
  previewReport,
  type MessageContext,
  type ReplyOf,
  type RunFile,
  type RunView,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import { csvLine, paymentReference, toNumber } from '@outlay/rules';
import { Readable } from 'node:stream';
import { AccessTrail } from '../access/access-trail.js';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import type { WorkbookRow } from '../tables/workbook-thread.js';
import { Workbooks } from '../tables/workbooks.js';
import { receiptsZipName } from './reports.controller.js';

type Found = ReplyOf<typeof findReport>;
type StoredFile = NonNullable<Found['spreadsheet']>;
type Payment = RunView['payments'][number] & { readonly paymentId: string };

interface RunReport {
  readonly filename: string;
  readonly spreadsheet: StoredFile;
  readonly receiptsZip: StoredFile;
}

/** A run has at most 3,000 expenses. */
const ROWS_PER_SHEET = 1_048_575;

/** The files of all payments of a run, made while they are read: one report is in memory at a time. */
@Injectable()
export class RunFiles {
  private readonly logger = new Logger('Runs');

  constructor(
    private readonly messages: MessageClient,
    private readonly workbooks: Workbooks,
    private readonly access: AccessTrail,
    @Inject(GATEWAY_PORTS) private readonly ports: GatewayPorts,
  ) {}

  /** @throws REPORT_NOT_READY while a payment of the run, or a report, is being made: files of a part would pass for the whole */
  async content(file: RunFile, run: RunView, context: MessageContext): Promise<Readable> {
    if (run.counts.open > 0) throw notReady();
    const made = run.payments.filter((payment): payment is Payment => payment.paymentId !== null);
    if (file === 'transfers') {
      await this.access.exported('expenses', context);
      return Readable.from(transfers(made), { objectMode: false });
    }
    const reports: RunReport[] = [];
    for (const payment of made) reports.push(await this.report(payment, context));
    const at = new Date(run.startedAt);
    const bytes = file === 'zip' ? zipContent(this.entries(reports), at) : await this.workbook(reports, run, context);
    return Readable.from(bytes, { objectMode: false });
  }

  private async report({ paymentId }: Payment, context: MessageContext): Promise<RunReport> {
    const { report, spreadsheet, receiptsZip } = await this.find(paymentId, context);
    if (!spreadsheet || !receiptsZip) throw notReady();
    const { filename } = report;
    await this.access.opened('report', { file: filename, ownerId: report.userId }, context);
    return { filename, spreadsheet, receiptsZip };
  }

  private find(paymentId: string, context: MessageContext): Promise<Found> {
    return this.messages.call(findReport, { filename: paymentId }, context).catch((error: unknown) => {
      // A report is requested after its payment.
      throw error instanceof OutlayError && error.code === 'NOT_FOUND' ? notReady() : error;
    });
  }

  private async *entries(reports: readonly RunReport[]): AsyncGenerator<ZipEntry> {
    for (const { filename, spreadsheet, receiptsZip } of reports) {
      yield { name: filename, content: await this.read(spreadsheet) };
      yield { name: receiptsZipName(filename), content: await this.read(receiptsZip) };
    }
  }

  /** The reader of the zip has had its first bytes: a damaged file ends it. */
  private async read({ blobKey: key, size, sha256 }: StoredFile): Promise<Readable> {
    const content = await readIntact(this.ports.blobs, { key, size, sha256 }).catch((error: unknown) => {
      if (error instanceof BlobDamaged) this.logger.error(`${key} is damaged: its SHA-256 is not ${sha256}`);
      throw error;
    });
    if (!content) throw new Error(`${key} is not there any more`);
    return content;
  }

  /** The rows of all reports, and the totals by currency. */
  private async workbook(
    reports: readonly RunReport[],
    run: RunView,
    context: MessageContext,
  ): Promise<AsyncGenerator<Uint8Array>> {
    const preview = ({ filename }: RunReport) => this.messages.call(previewReport, { filename }, context);
    const [first] = reports;
    const headers = first ? (await preview(first)).headers : [];
    const [amount, unit] = [headers.indexOf('Reimbursement'), headers.indexOf('Reimbursement Currency')];
    async function* pages(): AsyncGenerator<WorkbookRow[]> {
      for (const report of reports) {
        const { rows } = await preview(report);
        // The last row has the total of the report.
        yield rows.slice(0, -1);
      }
      const paid = run.totals.filter(({ paidTotal }) => toNumber(paidTotal) > 0);
      yield paid.map(({ currency, paidTotal }) => {
        const cells = new Map<number, string | number>([
          [0, 'Total'],
          [amount, toNumber(paidTotal)],
          [unit, currency],
        ]);
        return headers.map((_, at) => cells.get(at) ?? null);
      });
    }
    const columns = headers.map((header) => ({
      header,
      width: 18,
      ...(/^(Reimbursement|Original Amount|VAT)$/.test(header) && { numFmt: '#,##0.00' }),
    }));
    const at = new Date(run.startedAt);
    return this.workbooks.write(
      { name: 'Payment Run', author: 'Outlay', at, columns, rowsPerSheet: ROWS_PER_SHEET },
      pages(),
    );
  }
}

function notReady(): OutlayError {
  return new OutlayError(
    'REPORT_NOT_READY',
    'Not all reports of this run are ready yet. Please try again in a moment.',
  );
}

/** One transfer for each payment; the first character marks UTF-8. */
function* transfers(payments: readonly Payment[]): Generator<string> {
  yield `\uFEFF${csvLine(['Reference', 'Person', 'Email', 'Amount', 'Currency'])}`;
  for (const { paymentId, user, paidTotal, currency } of payments)
    yield csvLine([paymentReference(paymentId), user.name, user.email, toNumber(paidTotal), currency]);
}
