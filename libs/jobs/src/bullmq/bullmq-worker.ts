import { withDeadline } from '@outlay/time';
import { DelayedError, UnrecoverableError, Worker as BullWorker, type Job as BullJob } from 'bullmq';
import { types } from 'node:util';
import { DEFAULT_BACKOFF_MS, DEFAULT_LOCK_MS, WorkerDied, type Job, type WorkOptions, type Worker } from '../jobs.js';
import { RedisConnection } from './connection.js';

const RETRY_MS = 1000;

export interface BullmqWorkOptions extends WorkOptions {
  readonly closeTimeoutMs: number;
}

export class BullmqWorker implements Worker {
  private readonly redis: RedisConnection;
  private readonly worker: BullWorker;
  private readonly running = new Set<Promise<void>>();

  constructor(
    url: string,
    queue: string,
    private readonly handle: (job: Job<unknown>) => Promise<void>,
    private readonly options: BullmqWorkOptions,
    private readonly onClosed: () => void,
  ) {
    const { concurrency = 1, lockMs = DEFAULT_LOCK_MS } = options;
    this.redis = new RedisConnection(url, { maxRetriesPerRequest: null });
    this.worker = new BullWorker(queue, (job, token) => this.track(this.work(job, token)), {
      connection: this.redis,
      concurrency,
      lockDuration: lockMs,
      // A worker skips its check if another one has just checked, so up to two intervals pass between checks.
      stalledInterval: lockMs / 5,
      // `work` counts the attempts instead.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: RETRY_MS,
    });
    this.worker.on('failed', (job, error) => {
      if (job && error instanceof UnrecoverableError) void this.track(this.notifyFailed(job, error));
    });
    this.worker.on('error', () => undefined);
  }

  async close(): Promise<void> {
    const closed = this.worker.close();
    await this.handlersDone();
    await withDeadline(closed, this.options.closeTimeoutMs, 'Closing the worker').catch(() => undefined);
    this.redis.endAll();
    await this.handlersDone();
    this.onClosed();
  }

  private async handlersDone(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  private async work(job: BullJob, token: string | undefined): Promise<void> {
    if (job.stalledCounter > postponements(job)) return this.postpone(job, token);
    try {
      await this.handle(this.describe(job));
    } catch (error) {
      if (attemptsOf(job) < attemptsAllowed(job)) throw error;
      throw failed(types.isNativeError(error) ? error : new Error(String(error)));
    }
  }

  /** BullMQ runs a job whose worker died again at once. */
  private async postpone(job: BullJob, token: string | undefined): Promise<never> {
    const died = attemptsOf(job) - 1;
    if (died >= attemptsAllowed(job)) throw failed(new WorkerDied(attemptsAllowed(job)));
    await job.updateProgress(job.stalledCounter);
    await job.moveToDelayed(Date.now() + backoffMsOf(job) * 2 ** (died - 1), token);
    throw new DelayedError();
  }

  private async notifyFailed(job: BullJob, error: Error): Promise<void> {
    try {
      await this.options.onFailed?.(this.describe(job), types.isNativeError(error.cause) ? error.cause : error);
    } catch {
      // The job's state is final; a failing callback must not stop the worker.
    }
  }

  private describe(job: BullJob): Job<unknown> {
    return { id: job.id ?? '', data: job.data, attempt: Math.min(attemptsOf(job), attemptsAllowed(job)) };
  }

  private async track(work: Promise<void>): Promise<void> {
    const settled = work.then(
      () => undefined,
      () => undefined,
    );
    this.running.add(settled);
    try {
      await work;
    } finally {
      this.running.delete(settled);
    }
  }
}

/** How often the job was only started to be postponed: once for each time it stalled, kept as its progress. */
function postponements({ progress }: BullJob): number {
  return typeof progress === 'number' ? progress : 0;
}

function attemptsOf(job: BullJob): number {
  return job.attemptsStarted - postponements(job);
}

function attemptsAllowed({ opts: { attempts = 1 } }: BullJob): number {
  return attempts;
}

function backoffMsOf({ opts: { backoff } }: BullJob): number {
  return typeof backoff === 'number' ? backoff : (backoff?.delay ?? DEFAULT_BACKOFF_MS);
}

function failed(reason: Error): UnrecoverableError {
  return Object.assign(new UnrecoverableError(reason.message), { cause: reason });
}
