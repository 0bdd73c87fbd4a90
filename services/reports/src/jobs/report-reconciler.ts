import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { type Clock, type IdSource, Periodic } from '@outlay/time';
import { CLOCK, IDS } from '../ports.js';
import type { ReportRow } from '../read-models/report.model.js';
import { ReportStore } from '../read-models/report.store.js';
import { ReportQueue } from './report-queue.js';

const INTERVAL_MS = 30_000;
const PAGE = 100;

@Injectable()
export class ReportReconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Reports');
  private readonly periodic = new Periodic(
    () => this.reconcile(),
    INTERVAL_MS,
    (error) => this.logger.warn(`Reports could not be reconciled: ${String(error)}`),
  );

  constructor(
    private readonly store: ReportStore,
    private readonly queue: ReportQueue,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(IDS) private readonly ids: IdSource,
  ) {}

  onApplicationBootstrap(): void {
    this.periodic.start();
    void this.periodic.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.periodic.stop();
  }

  async reconcile(): Promise<void> {
    for (let page = await this.next(''); page.length > 0; page = await this.next(page.at(-1)?._id ?? '')) {
      for (const report of page) await this.ensureJob(report, `reports-${this.ids.uuid()}`);
    }
  }

  private next(after: string): Promise<ReportRow[]> {
    return this.store.due(this.clock.now(), after, PAGE);
  }

  async ensureJob(report: ReportRow, correlationId: string): Promise<void> {
    const job = await this.queue.state(report);
    if (job === 'waiting' || job === 'active') return;
    // A job that has ended without a report needs a new attempt; one that the queue does not know is added unchanged.
    const due = job === null ? report : await this.store.startNextAttempt(report);
    if (due) await this.queue.add(due, correlationId);
  }
}
