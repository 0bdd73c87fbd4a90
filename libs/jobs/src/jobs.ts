/**
 * Queues of background jobs. A job runs at least once, even if its worker crashes, so handlers must be idempotent. The
 * semantics are BullMQ's; the embedded adapter has the same.
 */
export interface Jobs {
  /**
   * Adds a job, durable when it returns. Adding an id that the queue already knows, in any state, changes nothing; to run
   * a job again, use another id (`report-<id>-2`).
   * @throws RangeError if the id is empty, contains `:` or is all digits
   * @throws JobsUnavailable if the queue is down or full; adding again is safe
   */
  add<Data>(queue: string, job: NewJob<Data>): Promise<void>;

  /**
   * Runs the jobs of a queue until `close`, which resolves when the running handlers are done. Jobs start in the order they
   * were added. A job is done when the handler resolves; if it throws, the job runs again after its backoff.
   */
  work<Data>(queue: string, handle: (job: Job<Data>) => Promise<void>, options?: WorkOptions): Worker;

  /** The state of a job; null if the queue does not know it. */
  state(queue: string, id: string): Promise<JobState | null>;

  isReady(): Promise<boolean>;
  /** Closes the workers as well. */
  close(): Promise<void>;
}

export interface NewJob<Data> {
  readonly id: string;
  /** JSON. */
  readonly data: Data;
  /** The number of attempts before the job has failed; default 5. */
  readonly attempts?: number;
  /** The pause before the second attempt, doubled each time; milliseconds, default 1000. */
  readonly backoffMs?: number;
}

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first attempt. An attempt whose worker died counts too. */
  readonly attempt: number;
}

export const DEFAULT_ATTEMPTS = 5;
export const DEFAULT_BACKOFF_MS = 1000;
export const DEFAULT_LOCK_MS = 10_000;

export class JobsUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'JobsUnavailable';
  }
}

/** BullMQ splits its keys at `:` and treats all digits as a generated id. */
export function isJobId(id: string): boolean {
  return id !== '' && !id.includes(':') && !/^\d+$/.test(id);
}

export type JobState = 'waiting' | 'active' | 'done' | 'failed';

export interface WorkOptions {
  /** The number of jobs that run at once; default 1. */
  readonly concurrency?: number;
  /** How long a job stays with a worker that has died; milliseconds, default 10,000. */
  readonly lockMs?: number;
  /** Called after the last attempt failed, at most once: if the process dies meanwhile, only `state` shows the failure. */
  readonly onFailed?: (job: Job<unknown>, error: Error) => Promise<void> | void;
}

export interface Worker {
  close(): Promise<void>;
}
