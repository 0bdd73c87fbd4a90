import { withDeadline } from '@outlay/time';
import { UnrecoverableError, Worker as BullWorker, type Job as BullJob } from 'bullmq';
import { types } from 'node:util';
import { DEFAULT_LOCK_MS, type Job, type WorkOptions, type Worker } from '../jobs.js';
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
    this.worker = new BullWorker(queue, (job) => this.track(this.work(job)), {
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

  private async work(job: BullJob): Promise<void> {
    const { attempts = 1 } = job.opts;
    if (job.attemptsStarted > attempts) throw new UnrecoverableError('The worker died during the last attempt');
    try {
      await this.handle(this.describe(job));
    } catch (error) {
      if (job.attemptsStarted < attempts) throw error;
      const reason = types.isNativeError(error) ? error : new Error(String(error));
      throw Object.assign(new UnrecoverableError(reason.message), { cause: reason });
    }
  }

  private async notifyFailed(job: BullJob, error: Error): Promise<void> {
    try {
      await this.options.onFailed?.(this.describe(job), types.isNativeError(error.cause) ? error.cause : error);
    } catch {
      // The job's state is final; a failing callback must not stop the worker.
    }
  }

  private describe({ id = '', data, attemptsStarted, opts: { attempts = 1 } }: BullJob): Job<unknown> {
    return { id, data, attempt: Math.min(attemptsStarted, attempts) };
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
