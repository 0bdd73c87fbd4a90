import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { BlobsUnavailable } from '@outlay/blobs';
import { OutlayError } from '@outlay/contracts';
import { WorkerDied, type Job, type Jobs, type Worker } from '@outlay/jobs';
import { correlated, failedJobs, inSpan, workedJobs } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import { CLOCK, JOBS } from '../ports.js';
import { LAST_RETRY_MS, ReportStore } from '../read-models/report.store.js';
import { ReportGenerator } from './generate-report.js';
import { parseReportJob, REPORT_QUEUE, type ReportJob } from './report-job.js';

const FIRST_RETRY_MS = 30_000;

/** Handles report jobs one at a time to limit memory. */
@Injectable()
export class ReportWorker implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('ReportWorker');
  private worker: Worker | null = null;

  constructor(
    @Inject(JOBS) private readonly jobs: Jobs,
    private readonly generator: ReportGenerator,
    private readonly store: ReportStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = this.jobs.work<unknown>(REPORT_QUEUE, (job) => this.handle(job), {
      onFailed: (job, error) => this.failed(job, error),
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.worker?.close();
    await this.generator.close();
  }

  private handle(job: Job<unknown>): Promise<void> {
    const data = parseReportJob(job.data);
    return correlated(data.correlationId, () => this.attempt(job, data));
  }

  private async attempt(job: Job<unknown>, data: ReportJob): Promise<void> {
    const stopTimer = workedJobs.startTimer({ queue: REPORT_QUEUE });
    try {
      await inSpan('make report', { kind: 'internal' }, () => this.generator.generate(data));
      stopTimer({ outcome: 'done' });
    } catch (error) {
      stopTimer({ outcome: 'failed' });
      this.logger.warn(`${job.id}, try ${job.attempt}: ${String(error)}`);
      throw error;
    }
  }

  private async failed(job: Job<unknown>, error: Error): Promise<void> {
    const { paymentId, attempt, correlationId } = parseReportJob(job.data);
    failedJobs.inc({ queue: REPORT_QUEUE });
    correlated(correlationId, () => this.logger.error(`${job.id} failed for good: ${error.stack ?? error.message}`));
    await this.store.markFailed(paymentId, attempt, reasonOf(error), this.retryAt(attempt, error));
  }

  /**
   * The reconciler starts the next attempt; the pauses grow, since a person may have to mend the cause. Null for a report
   * that ends its worker, and in the standalone profile the whole product: only a person may start that again.
   */
  private retryAt(attempt: number, error: Error): Date | null {
    if (error instanceof WorkerDied) return null;
    const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempt - 1), LAST_RETRY_MS);
    return new Date(this.clock.now().getTime() + pause);
  }
}

/** The reason as people read it; the log has the details. */
function reasonOf(error: Error): string {
  if (error instanceof WorkerDied) return 'Each of five tries ended the program that makes it.';
  if (error instanceof BlobsUnavailable) return 'The file store was not available.';
  if (error instanceof OutlayError) return error.message;
  return 'Something went wrong on our side. The log says what.';
}
