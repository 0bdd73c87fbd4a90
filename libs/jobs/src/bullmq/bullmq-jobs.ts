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

/** Paying goes on without its report, so nobody waits long for a queue. */
const ANSWER_MS = 1000;

/** Job queues on Redis, which must not evict (`noeviction`) and should keep an append-only file. */
export class BullmqJobs implements Jobs {
  private readonly queues = new Map<string, Queue>();
  private readonly workers = new Set<BullmqWorker>();

  private constructor(
    private readonly url: string,
    private readonly redis: RedisConnection,
  ) {}

  /** Answers also while Redis is down: `isReady` tells, and the connection is made as soon as it can be. */
  static async open(url: string): Promise<BullmqJobs> {
    // What cannot be asked at once is refused, not kept for later: it would be done behind the caller's back.
    const impatient = { enableOfflineQueue: false, maxRetriesPerRequest: 0, commandTimeout: ANSWER_MS };
    const redis = new RedisConnection(url, impatient);
    await once(redis, 'ready', { signal: AbortSignal.timeout(ANSWER_MS) }).catch(() => undefined);
    return new BullmqJobs(url, redis);
  }

  async add<Data>(queue: string, job: NewJob<Data>): Promise<void> {
    const { id, data, attempts = DEFAULT_ATTEMPTS, backoffMs = DEFAULT_BACKOFF_MS } = job;
    if (!isJobId(id)) throw new RangeError(`Not a job id: ${id}`);
    const backoff = { type: 'exponential', delay: backoffMs };
    await withUnavailable(() => this.queue(queue).add(queue, data, { jobId: id, attempts, backoff }));
  }

  work<Data>(queue: string, handle: (job: Job<Data>) => Promise<void>, options: WorkOptions = {}): Worker {
    // What was added as `Data` comes back as JSON; that the two match is the caller's word, as with any queue.
    const handleJob = (job: Job<unknown>) => handle(job as Job<Data>);
    const worker = new BullmqWorker(this.url, queue, handleJob, options, () => this.workers.delete(worker));
    this.workers.add(worker);
    return worker;
  }

  async state(queue: string, id: string): Promise<JobState | null> {
    const state = await withUnavailable(() => this.queue(queue).getJobState(id));
    if (state === 'unknown') return null;
    if (state === 'completed') return 'done';
    return state === 'active' || state === 'failed' ? state : 'waiting';
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

  private queue(name: string): Queue {
    const known = this.queues.get(name);
    if (known) return known;
    // Without the two it would wait for Redis before its first answer, and never answer again where that failed.
    const atOnce = { skipWaitingForReady: true, skipVersionCheck: true };
    const queue = new Queue(name, { connection: this.redis, ...atOnce });
    queue.on('error', () => undefined);
    this.queues.set(name, queue);
    return queue;
  }
}

/** Tells Redis's troubles as `JobsUnavailable`; data that is no JSON is the caller's mistake. */
async function withUnavailable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!types.isNativeError(error) || error.name === 'TypeError') throw error;
    throw new JobsUnavailable(`The job queues cannot be used: ${error.message}`, { cause: error });
  }
}
