import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { Job, Jobs, Worker } from '@outlay/jobs';
import { correlated, inSpan, workedJobs } from '@outlay/telemetry';
import { withDeadline, type Clock } from '@outlay/time';
import type { ReportStore } from '../read-models/report.store.js';
import type { ReportGenerator } from './generate-report.js';
import { parseReportJob, REPORT_QUEUE, type ReportJob } from './report-job.js';

/** A job that waits for an unresponsive store would otherwise keep its lock; the largest report takes far less. */
const JOB_DEADLINE_MS = 5 * 60_000;
const FIRST_RETRY_MS = 30_000;
const LAST_RETRY_MS = 60 * 60_000;

/** Handles report jobs one at a time, since a zip of receipts is held in memory. */
export class ReportWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('ReportWorker');
  private worker: Worker | null = null;

  constructor(
    private readonly jobs: Jobs,
    private readonly generator: ReportGenerator,
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
    const stopTimer = workedJobs.startTimer({ queue: REPORT_QUEUE });
    const generate = () => withDeadline(this.generator.generate(data), JOB_DEADLINE_MS, 'Generating the report');
    try {
      await inSpan('make report', { kind: 'internal' }, generate);
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      this.logger.warn(`${job.id}, try ${job.attempt}: ${String(error)}`);
      throw error;
    }
  }

  /** The reconciler starts the next attempt; the pauses grow, since a person may have to mend the cause. */
  private async failed(job: Job<unknown>, error: Error): Promise<void> {
    const { paymentId, attempt, correlationId } = parseReportJob(job.data);
    correlated(correlationId, () => this.logger.error(`${job.id} failed for good: ${error.stack ?? error.message}`));
    const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
    await this.store.markFailed(paymentId, attempt, new Date(this.clock.now().getTime() + pause));
  }
}
