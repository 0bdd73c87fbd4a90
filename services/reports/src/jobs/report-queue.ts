import { Inject, Injectable } from '@nestjs/common';
import type { Jobs, JobState } from '@outlay/jobs';
import { withDeadline } from '@outlay/time';
import { JOBS, QUEUE_OPTIONS, type ReportQueueOptions } from '../ports.js';
import type { ReportRow } from '../read-models/report.model.js';
import { newReportJob, REPORT_QUEUE, reportJobId } from './report-job.js';

type Attempt = Pick<ReportRow, 'paymentId' | 'attempt'>;

/** An unresponsive queue delays its callers by one second, but does not fail them. */
@Injectable()
export class ReportQueue {
  private readonly deadlineMs: number;
  private readonly backoffMs: number | undefined;

  constructor(
    @Inject(JOBS) private readonly jobs: Jobs,
    @Inject(QUEUE_OPTIONS) { deadlineMs = 1000, backoffMs }: ReportQueueOptions = {},
  ) {
    this.deadlineMs = deadlineMs;
    this.backoffMs = backoffMs;
  }

  async add({ paymentId, attempt }: Attempt, correlationId: string): Promise<void> {
    const job = { ...newReportJob(paymentId, attempt, correlationId), backoffMs: this.backoffMs };
    await withDeadline(this.jobs.add(REPORT_QUEUE, job), this.deadlineMs, 'Adding a report job');
  }

  /** How many reports are waiting or being made. */
  async unfinished(): Promise<number> {
    return withDeadline(this.jobs.unfinished(REPORT_QUEUE), this.deadlineMs, 'Counting report jobs');
  }

  async state({ paymentId, attempt }: Attempt): Promise<JobState | null> {
    const state = this.jobs.state(REPORT_QUEUE, reportJobId(paymentId, attempt));
    return withDeadline(state, this.deadlineMs, 'Looking up a report job');
  }
}
