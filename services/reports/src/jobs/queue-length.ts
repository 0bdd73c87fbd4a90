import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { unfinishedJobs } from '@outlay/telemetry';
import { Periodic } from '@outlay/time';
import { REPORT_QUEUE } from './report-job.js';
import { ReportQueue } from './report-queue.js';

const INTERVAL_MS = 10_000;

/** Counts the reports that are not made yet, so that an autoscaler can compute the number of workers. */
@Injectable()
export class QueueLength implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly periodic = new Periodic(
    async () => unfinishedJobs.set({ queue: REPORT_QUEUE }, await this.queue.unfinished()),
    INTERVAL_MS,
    // Readiness reports a queue that does not answer; its last length would mislead.
    () => unfinishedJobs.remove({ queue: REPORT_QUEUE }),
  );

  constructor(private readonly queue: ReportQueue) {}

  onApplicationBootstrap(): void {
    this.periodic.start();
    void this.measure();
  }

  onApplicationShutdown(): Promise<void> {
    return this.periodic.stop();
  }

  measure(): Promise<void> {
    return this.periodic.run();
  }
}
