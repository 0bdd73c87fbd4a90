import type { Jobs, JobState } from '@outlay/jobs';
import type { ReportRow } from '../read-models/report.model.js';
import { withDeadline } from './deadline.js';
import { newReportJob, REPORT_QUEUE, reportJobId } from './report-job.js';

type Attempt = Pick<ReportRow, 'paymentId' | 'attempt'>;

/** The queue of report jobs. A dead queue costs its callers a second, never their answer (quality §2). */
export class ReportQueue {
  constructor(
    private readonly jobs: Jobs,
    private readonly waitMs = 1000,
  ) {}

  async add({ paymentId, attempt }: Attempt, correlationId: string): Promise<void> {
    const added = this.jobs.add(REPORT_QUEUE, newReportJob(paymentId, attempt, correlationId));
    await withDeadline(added, this.waitMs, 'Adding a report job');
  }

  async state({ paymentId, attempt }: Attempt): Promise<JobState | null> {
    const state = this.jobs.state(REPORT_QUEUE, reportJobId(paymentId, attempt));
    return withDeadline(state, this.waitMs, 'Looking up a report job');
  }
}
