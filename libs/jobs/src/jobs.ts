/** A job runs at least once, even if its worker crashes, so handlers must be idempotent. The semantics are BullMQ's. */
export interface Jobs {
  /**
   * Durable when it returns. An id that the queue knows, in any state, changes nothing; use another to run a job again.
   * @throws RangeError if not `isJobId(id)`; JobsUnavailable if the queue is down or full (adding again is safe)
   */
  add<Data>(queue: string, job: NewJob<Data>): Promise<void>;

  /** Starts jobs in the order added; if the handler throws, the job runs again. `close` waits for running handlers. */
  work<Data>(queue: string, handle: (job: Job<Data>) => Promise<void>, options?: WorkOptions): Worker;

  state(queue: string, id: string): Promise<JobState | null>;

  /** How many jobs are waiting or active. */
  unfinished(queue: string): Promise<number>;

  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface NewJob<Data> {
  readonly id: string;
  /** JSON. */
  readonly data: Data;
  /** Default 5. */
  readonly attempts?: number;
  /** The pause before the second attempt, doubled each time, also after a worker died; milliseconds, default 1000. */
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

/** Why a job has failed whose last attempt ended its worker, such as by using up the memory. */
export class WorkerDied extends Error {
  constructor(attempts: number) {
    super(`The worker died during the last of ${attempts} attempts`);
    this.name = 'WorkerDied';
  }
}

/** BullMQ splits its keys at `:` and treats all digits as a generated id. */
export function isJobId(id: string): boolean {
  return id !== '' && !id.includes(':') && !/^\d+$/.test(id);
}

export type JobState = 'waiting' | 'active' | 'done' | 'failed';

export interface WorkOptions {
  /** Default 1. */
  readonly concurrency?: number;
  /** How long a job stays with a worker that has died; milliseconds, default 10,000. */
  readonly lockMs?: number;
  /** Called after the last attempt failed, at most once: if the process dies meanwhile, only `state` shows the failure. */
  readonly onFailed?: (job: Job<unknown>, error: Error) => Promise<void> | void;
}

export interface Worker {
  close(): Promise<void>;
}
