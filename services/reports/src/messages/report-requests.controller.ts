import { Controller, Logger } from '@nestjs/common';
import { OutlayError, requestReport, requireSuperAdmin, type MessageContext, type RequestOf } from '@outlay/contracts';
import { Handles } from '@outlay/messaging';
import { failpoint } from '@outlay/failpoints';
import { ReportQueue } from '../jobs/report-queue.js';
import { toReportView } from '../read-models/report.model.js';
import { ReportStore } from '../read-models/report.store.js';

@Controller()
export class ReportRequestsController {
  private readonly logger = new Logger('Reports');

  constructor(
    private readonly store: ReportStore,
    private readonly queue: ReportQueue,
  ) {}

  @Handles(requestReport)
  async request(request: RequestOf<typeof requestReport>, context: MessageContext) {
    if (context.actor) requireSuperAdmin(context);
    const report = await this.store.create({ ...request, paidAt: toInstant(request.paidAt) });
    failpoint('before-enqueue');
    if (report.state === 'pending') {
      await this.queue.add(report, context.correlationId).catch((error: unknown) =>
        // The report is stored; the reconciler enqueues it once the queue is available.
        this.logger.warn(`${report.filename} is not enqueued yet: ${String(error)}`),
      );
    }
    return { report: toReportView(report) };
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
