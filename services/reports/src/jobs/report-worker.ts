import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Job, Jobs, Worker } from '@outlay/jobs';
import { correlated, inSpan, workedJobs } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import type { ReportStore } from '../read-models/report.store.js';
import { withDeadline } from './deadline.js';
import type { ReportMaker } from './make-report.js';
import { parseReportJob, REPORT_QUEUE, type ReportJob } from './report-job.js';

/** A job that hangs on a store would hold its lock for ever; the largest report takes a small part of this. */
const JOB_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 60 * 60_000;

/** Works on the queue of report jobs, one at a time, since a zip of receipts is held in memory. */
export class ReportWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('ReportWorker');
  private worker: Worker | null = null;

  constructor(
    private readonly jobs: Jobs,
    private readonly maker: ReportMaker,
    private readonly store: ReportStore,
    private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = this.jobs.work<unknown>(REPORT_QUEUE, (job) => this.handle(job), {
      onFailed: (job, error) => this.failed(job, error),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.close();
  }

  private handle(job: Job<unknown>): Promise<void> {
    const data = parseReportJob(job.data);
    return correlated(data.correlationId, () => this.attempt(job, data));
  }

  private async attempt(job: Job<unknown>, data: ReportJob): Promise<void> {
    const measured = workedJobs.startTimer({ queue: REPORT_QUEUE });
    const make = () => withDeadline(this.maker.make(data), JOB_MS, 'Making the report');
    try {
      await inSpan('make report', { kind: 'internal' }, make);
      measured({ outcome: 'done' });
    } catch (error) {
      measured({ outcome: 'failed' });
      this.logger.warn(`${job.id}, try ${job.attempt}: ${String(error)}`);
      throw error;
    }
  }

  /** The reconciler starts the next attempt when its time has come, later each time, for a fault may need a person. */
  private async failed(job: Job<unknown>, error: Error): Promise<void> {
    const { paymentId, attempt, correlationId } = parseReportJob(job.data);
    correlated(correlationId, () => this.logger.error(`${job.id} failed for good: ${error.stack ?? error.message}`));
    const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
    await this.store.markFailed(paymentId, attempt, new Date(this.clock.now().getTime() + pause));
  }
}
