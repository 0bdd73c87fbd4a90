import { types } from 'node:util';
import { DEFAULT_LOCK_MS, JobsUnavailable, WorkerDied, type Job, type WorkOptions, type Worker } from '../jobs.js';
import type { JobTable, LockedJob } from './job-table.js';

export interface SqliteWorkOptions extends WorkOptions {
  readonly pollMs: number;
}

export class SqliteWorker implements Worker {
  private readonly running = new Set<Promise<void>>();
  private readonly poll: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    private readonly table: JobTable,
    private readonly queue: string,
    private readonly handle: (job: Job<unknown>) => Promise<void>,
    private readonly options: SqliteWorkOptions,
    private readonly onClosed: () => void,
  ) {
    this.poll = setInterval(() => this.startDueJobs(), options.pollMs);
    this.wake();
  }

  /** Lets other work of the event loop run first. */
  wake(): void {
    setImmediate(() => this.startDueJobs());
  }

  private startDueJobs(): void {
    const { concurrency = 1 } = this.options;
    while (!this.isClosed && this.running.size < concurrency) {
      const job = unlessUnavailable(() => this.table.lockNext(this.queue, this.lockMs));
      if (!job) return;
      const work = this.work(job).finally(() => {
        this.running.delete(work);
        this.wake();
      });
      this.running.add(work);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.poll);
    await Promise.all(this.running);
    this.onClosed();
  }

  private get lockMs(): number {
    return this.options.lockMs ?? DEFAULT_LOCK_MS;
  }

  private async work(job: LockedJob): Promise<void> {
    if (job.attempt > job.attempts) return this.fail(job, new WorkerDied(job.attempts));
    const renewal = setInterval(
      () => unlessUnavailable(() => this.table.extendLock(job, this.lockMs)),
      this.lockMs / 3,
    );
    try {
      await this.handle({ id: job.id, data: job.data, attempt: job.attempt });
      unlessUnavailable(() => this.table.finish(job));
    } catch (error) {
      if (job.attempt < job.attempts) unlessUnavailable(() => this.table.retry(job));
      else await this.fail(job, error);
    } finally {
      clearInterval(renewal);
    }
  }

  private async fail(job: LockedJob, reason: unknown): Promise<void> {
    if (!unlessUnavailable(() => this.table.fail(job))) return;
    const error = types.isNativeError(reason) ? reason : new Error(String(reason));
    const { id, data, attempt, attempts } = job;
    try {
      await this.options.onFailed?.({ id, data, attempt: Math.min(attempt, attempts) }, error);
    } catch {
      // The job's state is final; a failing callback must not stop the worker.
    }
  }
}

/** A state that cannot be written is not lost: the lock expires and the job runs again. */
function unlessUnavailable<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof JobsUnavailable) return undefined;
    throw error;
  }
}
