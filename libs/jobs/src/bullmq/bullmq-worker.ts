import { UnrecoverableError, Worker as BullWorker, type Job as BullJob } from 'bullmq';
import { setTimeout } from 'node:timers/promises';
import { types } from 'node:util';
import { DEFAULT_LOCK_MS, type Job, type WorkOptions, type Worker } from '../jobs.js';
import { RedisConnection } from './connection.js';

/** How long closing waits for Redis, once the handlers are done. */
const GOODBYE_MS = 2000;
/** How soon a worker asks again after Redis failed it. */
const RETRY_MS = 1000;

/** Works on one BullMQ queue, counting tries as the port does: one whose worker died counts as well. */
export class BullmqWorker implements Worker {
  private readonly redis: RedisConnection;
  private readonly worker: BullWorker;
  private readonly running = new Set<Promise<void>>();

  constructor(
    url: string,
    queue: string,
    private readonly handle: (job: Job<unknown>) => Promise<void>,
    private readonly options: WorkOptions,
    private readonly onClosed: () => void,
  ) {
    const { concurrency = 1, lockMs = DEFAULT_LOCK_MS } = options;
    this.redis = new RedisConnection(url, { maxRetriesPerRequest: null });
    this.worker = new BullWorker(queue, (job) => this.track(this.work(job)), {
      connection: this.redis,
      concurrency,
      lockDuration: lockMs,
      // A look that another worker has just had is left out, so that up to two intervals pass between them.
      stalledInterval: lockMs / 5,
      // Tries are counted here, where one that died is one of them.
      maxStalledCount: Number.MAX_SAFE_INTEGER,
      runRetryDelay: RETRY_MS,
    });
    this.worker.on('failed', (job, error) => {
      if (job && error instanceof UnrecoverableError) void this.track(this.tellFailed(job, error));
    });
    // Redis's troubles are told by readiness; the worker goes on by itself.
    this.worker.on('error', () => undefined);
  }

  async close(): Promise<void> {
    const closed = this.worker.close();
    while (this.running.size > 0) await Promise.all(this.running);
    const patience = new AbortController();
    const over = setTimeout(GOODBYE_MS, undefined, patience).catch(() => undefined);
    await Promise.race([closed, over]);
    patience.abort();
    this.redis.endAll();
    while (this.running.size > 0) await Promise.all(this.running);
    this.onClosed();
  }

  private async work(job: BullJob): Promise<void> {
    const { attempts = 1 } = job.opts;
    if (job.attemptsStarted > attempts) throw new UnrecoverableError('The worker died during the last try');
    try {
      await this.handle(this.describe(job));
    } catch (error) {
      if (job.attemptsStarted < attempts) throw error;
      const reason = types.isNativeError(error) ? error : new Error(String(error));
      throw Object.assign(new UnrecoverableError(reason.message), { cause: reason });
    }
  }

  private async tellFailed(job: BullJob, error: Error): Promise<void> {
    try {
      await this.options.onFailed?.(this.describe(job), types.isNativeError(error.cause) ? error.cause : error);
    } catch {
      // The job is settled; what its owner could not note down must not end the worker.
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
