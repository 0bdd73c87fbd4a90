import { Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import type { ReportRow } from '../read-models/report.model.js';
import type { ReportStore } from '../read-models/report.store.js';
import type { ReportQueue } from './report-queue.js';

const EVERY_MS = 30_000;
const PAGE = 100;

/**
 * Sees to it that every report that is not made has a job: one whose enqueueing a crash or a dead queue prevented, one
 * whose queue was wiped, one whose job failed. At the start and every half minute; any number of instances may run.
 */
export class ReportReconciler implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Reports');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  constructor(
    private readonly store: ReportStore,
    private readonly queue: ReportQueue,
    private readonly clock: Clock,
    private readonly ids: IdSource,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.run(), EVERY_MS);
    this.timer.unref();
    this.run();
  }

  async onApplicationShutdown(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  /** One round over everything that is due. Throws at the first sign of a dead queue or store. */
  async reconcile(): Promise<void> {
    for (let page = await this.next(''); page.length > 0; page = await this.next(page.at(-1)?._id ?? '')) {
      for (const report of page) await this.see(report);
    }
  }

  private run(): void {
    this.running ??= this.reconcile()
      .catch((error: unknown) => this.logger.warn(`Reports could not be reconciled: ${String(error)}`))
      .finally(() => {
        this.running = null;
      });
  }

  private next(after: string): Promise<ReportRow[]> {
    return this.store.due(this.clock.now(), after, PAGE);
  }

  private async see(report: ReportRow): Promise<void> {
    const job = await this.queue.state(report);
    if (job === 'waiting' || job === 'active') return;
    // A job the queue does not know is added as it is; one that has ended without a report is followed by another.
    const due = job === null ? report : await this.store.startNextAttempt(report);
    if (due) await this.queue.add(due, `reports-${this.ids.uuid()}`);
  }
}
