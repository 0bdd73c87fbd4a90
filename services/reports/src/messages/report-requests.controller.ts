import { Controller, Logger } from '@nestjs/common';
import {
  findMissingReports,
  OutlayError,
  requestReport,
  requireSuperAdmin,
  retryReport,
  type MessageContext,
  type RequestOf,
} from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { failpoint } from '@outlay/concurrency';
import { ReportReconciler } from '../jobs/report-reconciler.js';
import { toReportView, type ReportRow } from '../read-models/report.model.js';
import { ReportQueries } from '../read-models/report.queries.js';
import { ReportStore } from '../read-models/report.store.js';

@Controller()
export class ReportRequestsController {
  private readonly logger = new Logger('Reports');

  constructor(
    private readonly store: ReportStore,
    private readonly reconciler: ReportReconciler,
    private readonly queries: ReportQueries,
  ) {}

  @Handles(requestReport)
  async request(request: RequestOf<typeof requestReport>, context: MessageContext) {
    if (context.actor) requireSuperAdmin(context);
    const report = await this.store.create({ ...request, paidAt: toInstant(request.paidAt) });
    failpoint('before-enqueue');
    if (report.state === 'pending') await this.enqueue(report, context);
    return { report: toReportView(report) };
  }

  @Handles(retryReport)
  async retry({ filename }: RequestOf<typeof retryReport>, context: MessageContext) {
    requireSuperAdmin(context);
    const report = await this.queries.find(filename);
    if (!report) throw new OutlayError('NOT_FOUND', 'Report not found');
    const started = await this.store.startAgain(report);
    if (started) await this.enqueue(started, context);
    return { report: toReportView(started ?? report) };
  }

  @Handles(findMissingReports)
  async missing({ paymentIds }: RequestOf<typeof findMissingReports>) {
    return { paymentIds: await this.store.missing(paymentIds) };
  }

  private async enqueue(report: ReportRow, { correlationId }: MessageContext): Promise<void> {
    await this.reconciler.ensureJob(report, correlationId).catch((error: unknown) =>
      // The report is stored; the reconciler enqueues it once the queue is available.
      this.logger.warn(`${report.filename} is not enqueued yet: ${String(error)}`),
    );
  }
}

/** Normalises the format, so that instants sort as text. */
function toInstant(paidAt: string): string {
  const instant = new Date(paidAt);
  if (Number.isNaN(instant.getTime())) {
    throw new OutlayError('INVALID_INPUT', 'paidAt must be an instant', [{ field: 'paidAt', message: 'is not valid' }]);
  }
  return instant.toISOString();
}
