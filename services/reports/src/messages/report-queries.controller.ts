import { Controller, Inject } from '@nestjs/common';
import {
  findReport,
  listReports,
  OutlayError,
  previewReport,
  requireActor,
  requirePast,
  requireReader,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { readsAll } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import { CLOCK } from '../ports.js';
import { ReportQueries } from '../read-models/report.queries.js';
import { toReportView, type ReportRow } from '../read-models/report.model.js';

/** Leaves room for the envelope within the 1 MB limit of a message. */
const PREVIEW_MAX_BYTES = 900_000;

@Controller()
export class ReportQueriesController {
  constructor(
    private readonly queries: ReportQueries,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  @Handles(listReports)
  async list({ scope, limit, cursor, asOf }: RequestOf<typeof listReports>, context: MessageContext) {
    requirePast(asOf, this.clock.now());
    const userId = scope === 'own' ? requireActor(context).id : requireReader(context) && null;
    const { reports, nextCursor } = await this.queries.page(userId, limit, cursor, asOf);
    return { reports: reports.map(toReportView), nextCursor };
  }

  @Handles(findReport)
  async find({ filename }: RequestOf<typeof findReport>, context: MessageContext) {
    const report = await this.findVisible(filename, context);
    const { spreadsheet, receiptsZip } = report;
    return { report: toReportView(report), spreadsheet, receiptsZip };
  }

  @Handles(previewReport)
  async preview({ filename }: RequestOf<typeof previewReport>, context: MessageContext) {
    const report = await this.findVisible(filename, context);
    const preview = report.state === 'ready' ? await this.queries.preview(report._id) : null;
    if (!preview) {
      throw new OutlayError('REPORT_NOT_READY', 'This report is still being prepared. Please try again in a moment.');
    }
    if (Buffer.byteLength(JSON.stringify(preview)) > PREVIEW_MAX_BYTES) {
      throw new OutlayError('FILE_TOO_LARGE', 'This report is too large for a preview. Please download the file.');
    }
    return preview;
  }

  private async findVisible(filename: string, { actor }: MessageContext): Promise<ReportRow> {
    const report = actor && (await this.queries.find(filename));
    if (report && (report.userId === actor.id || readsAll(actor.role))) return report;
    throw new OutlayError('NOT_FOUND', 'Report not found');
  }
}
