import { Queue } from 'bullmq';
import { once } from 'node:events';
import { types } from 'node:util';
import {
  DEFAULT_ATTEMPTS,
  DEFAULT_BACKOFF_MS,
  isJobId,
  JobsUnavailable,
  type Job,
  type Jobs,
  type JobState,
  type NewJob,
  type WorkOptions,
  type Worker,
} from '../jobs.js';
import { BullmqWorker } from './bullmq-worker.js';
import { RedisConnection } from './connection.js';

/** In milliseconds. */
export interface BullmqTimeouts {
  /** The deadline is short, because payments go on without their report. */
  readonly reply: number;
  readonly close: number;
}

/** A job that waits for its next attempt is `delayed`. */
const UNFINISHED = ['waiting', 'delayed', 'active'] as const;
const DEFAULT_TIMEOUTS: BullmqTimeouts = { reply: 1000, close: 2000 };

/** Redis must be set to `noeviction` and should use an append-only file. */
export class BullmqJobs implements Jobs {
  private readonly queues = new Map<string, Queue>();
  private readonly workers = new Set<BullmqWorker>();

  private constructor(
    private readonly url: string,
    private readonly redis: RedisConnection,
    private readonly timeouts: BullmqTimeouts,
  ) {}

  static async open(url: string, timeouts = DEFAULT_TIMEOUTS): Promise<BullmqJobs> {
    // No offline queue: a command that failed for its caller must not run later.
    const failFast = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: timeouts.reply };
    const redis = new RedisConnection(url, failFast);
    await once(redis, 'ready', { signal: AbortSignal.timeout(timeouts.reply) }).catch(() => undefined);
    return new BullmqJobs(url, redis, timeouts);
  }

  async add<Data>(queue: string, job: NewJob<Data>): Promise<void> {
    const { id, data, attempts = DEFAULT_ATTEMPTS, backoffMs = DEFAULT_BACKOFF_MS } = job;
    if (!isJobId(id)) throw new RangeError(`Not a job id: ${id}`);
    const backoff = { type: 'exponential', delay: backoffMs };
    await this.withUnavailable(() => this.queue(queue).add(queue, data, { jobId: id, attempts, backoff }));
  }

  work<Data>(queue: string, handle: (job: Job<Data>) => Promise<void>, options: WorkOptions = {}): Worker {
    // Only the caller can ensure that all data in this queue is `Data`.
    const handleJob = (job: Job<unknown>) => handle(job as Job<Data>);
    const workOptions = { ...options, closeTimeoutMs: this.timeouts.close };
    const worker = new BullmqWorker(this.url, queue, handleJob, workOptions, () => this.workers.delete(worker));
    this.workers.add(worker);
    return worker;
  }

  async state(queue: string, id: string): Promise<JobState | null> {
    const state = await this.withUnavailable(() => this.queue(queue).getJobState(id));
    if (state === 'unknown') return null;
    if (state === 'completed') return 'done';
    return state === 'active' || state === 'failed' ? state : 'waiting';
  }

  async unfinished(queue: string): Promise<number> {
    return this.withUnavailable(() => this.queue(queue).getJobCountByTypes(...UNFINISHED));
  }

  async isReady(): Promise<boolean> {
    return this.redis.ping().then(
      () => true,
      () => false,
    );
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers].map((worker) => worker.close()));
    await Promise.all([...this.queues.values()].map((queue) => queue.close()));
    this.redis.endAll();
  }

  private async withUnavailable<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (!types.isNativeError(error) || error.name === 'TypeError') throw error;
      // A command on a lost connection only says that it is lost.
      const reason = this.redis.lastProblem?.message ?? error.message;
      throw new JobsUnavailable(`The job queues cannot be used: ${reason}`, { cause: error });
    }
  }

  private queue(name: string): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    // Otherwise the queue waits for Redis before its first command, and never works again if that fails.
    const withoutWaiting = { skipWaitingForReady: true, skipVersionCheck: true };
    const queue = new Queue(name, { connection: this.redis, ...withoutWaiting });
    queue.on('error', () => undefined);
    this.queues.set(name, queue);
    return queue;
  }
}
