import { Controller, Req, Res } from '@nestjs/common';
import {
  downloadReceiptsZipRoute,
  downloadReportRoute,
  findReport,
  listAllReportsRoute,
  listOwnReportsRoute,
  listReports,
  OutlayError,
  previewReport,
  previewReportRoute,
  reportFileRoute,
  retryReport,
  retryReportRoute,
  toReportJson,
  XLSX_TYPE,
  ZIP_TYPE,
  type MessageContext,
  type ReplyOf,
  type ReportView,
} from '@outlay/contracts';
import { MessageClient } from '@outlay/messaging';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AccessTrail } from '../access/access-trail.js';
import { FileSender, type StoredFile } from '../files/file-sender.js';
import { Input, type Call } from '../requests/call.js';
import { streamPages } from './page-stream.js';
import { Route } from './route.decorator.js';

const PAGE = 200;

@Controller()
export class ReportsController {
  constructor(
    private readonly messages: MessageClient,
    private readonly files: FileSender,
    private readonly access: AccessTrail,
  ) {}

  @Route(listAllReportsRoute)
  listAll(@Input() { query, context }: Call<typeof listAllReportsRoute>) {
    return streamPages((cursor) => this.readPage('all', cursor, query.as_of, context), toReportJson);
  }

  @Route(listOwnReportsRoute)
  async listOwn(@Input() { query, context }: Call<typeof listOwnReportsRoute>) {
    const reports = [];
    let cursor: string | null = null;
    do {
      const page = await this.readPage('own', cursor, query.as_of, context);
      reports.push(...page.items.map(toReportJson));
      cursor = page.nextCursor;
    } while (cursor !== null);
    return { reports };
  }

  @Route(previewReportRoute)
  async preview(@Input() { params, context }: Call<typeof previewReportRoute>) {
    await this.find(params.filename, context);
    return this.messages.call(previewReport, { filename: params.filename }, context);
  }

  @Route(downloadReportRoute)
  async download(
    @Input() call: Call<typeof downloadReportRoute>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    await this.files.send(await this.spreadsheet(call.params.filename, call.context), request, reply);
  }

  @Route(reportFileRoute)
  async file(@Input() call: Call<typeof reportFileRoute>, @Req() request: FastifyRequest, @Res() reply: FastifyReply) {
    await this.files.send(await this.spreadsheet(call.params.filename, call.context), request, reply);
  }

  @Route(downloadReceiptsZipRoute)
  async receiptsZip(
    @Input() { params, context }: Call<typeof downloadReceiptsZipRoute>,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ) {
    const found = await this.find(params.filename, context);
    const zip = found.receiptsZip ?? notReady(found);
    const fileName = receiptsZipName(found.report.filename);
    const file = { kind: 'report', ...zip, contentType: ZIP_TYPE, fileName, disposition: 'attachment' } as const;
    await this.files.send(file, request, reply);
  }

  @Route(retryReportRoute)
  async retry(@Input() { params, context }: Call<typeof retryReportRoute>) {
    const { report } = await this.messages.call(retryReport, { filename: params.filename }, context);
    return toReportJson(report);
  }

  private async readPage(
    scope: 'own' | 'all',
    cursor: string | null,
    asOf: string | undefined,
    context: MessageContext,
  ) {
    const { reports, nextCursor } = await this.messages.call(
      listReports,
      { scope, limit: PAGE, cursor, asOf },
      context,
    );
    return { items: reports, nextCursor };
  }

  /** Finds the report for the actor, who opens it. */
  private async find(filename: string, context: MessageContext): Promise<ReplyOf<typeof findReport>> {
    const found = await this.messages.call(findReport, { filename }, context);
    const isThere = found.spreadsheet !== null || found.receiptsZip !== null;
    if (isThere) await this.access.opened('report', { file: filename, ownerId: found.report.userId }, context);
    return found;
  }

  private async spreadsheet(filename: string, context: MessageContext): Promise<StoredFile> {
    const found = await this.find(filename, context);
    const spreadsheet = found.spreadsheet ?? notReady(found);
    const fileName = found.report.filename;
    return { kind: 'report', ...spreadsheet, contentType: XLSX_TYPE, fileName, disposition: 'attachment' };
  }
}

/** "…_2026-01-31.xlsx" becomes "…_2026-01-31_receipts_2026-01-31.zip"; without a date, "_receipts_receipts.zip". */
export function receiptsZipName(filename: string): string {
  const date = /\d{4}-\d{2}-\d{2}/.exec(filename)?.[0] ?? 'receipts';
  return `${filename.replace(/\.xlsx$/i, '')}_receipts_${date}.zip`;
}

function notReady({ report }: ReplyOf<typeof findReport>): never {
  throw new OutlayError('REPORT_NOT_READY', notReadyMessage(report));
}

function notReadyMessage({ state, failureReason, retryAt }: ReportView): string {
  if (state !== 'failed') return 'The report is still being made. Please try again in a moment.';
  if (retryAt !== null) return 'The report could not be made yet. It will be tried again.';
  return `The report could not be made. ${failureReason ?? ''} A super admin can have it made again.`;
}
