/**
 * Background work: at least once, by id, surviving a crash of whoever held it. BullMQ's semantics are the measure; the
 * embedded adapter does the same. Handlers must be idempotent.
 */
export interface Jobs {
  /**
   * Adds a job, durable when it returns. A job whose id the queue has known before, in whatever state, is not added
   * again: callers who want another go choose another id (`report-<id>-2`). Ids have no `:` and are not all digits.
   * Throws `RangeError` for an id that breaks this, `JobsUnavailable` when the queue is down or full; adding again is safe.
   */
  add<Data>(queue: string, job: NewJob<Data>): Promise<void>;

  /**
   * Works on a queue until `close`, which resolves when the running handlers are done. Jobs start in the order they were
   * added. A job counts as done when the handler resolves; when it throws, the job is tried again after its backoff.
   */
  work<Data>(queue: string, handle: (job: Job<Data>) => Promise<void>, options?: WorkOptions): Worker;

  /** Where a job stands; null for one the queue does not know. */
  state(queue: string, id: string): Promise<JobState | null>;

  isReady(): Promise<boolean>;
  /** Closes the workers as well. */
  close(): Promise<void>;
}

export interface NewJob<Data> {
  readonly id: string;
  /** JSON. */
  readonly data: Data;
  /** How often it is tried before it counts as failed; default 5. */
  readonly attempts?: number;
  /** The pause before the second try, doubled each time; milliseconds, default 1000. */
  readonly backoffMs?: number;
}

export interface Job<Data> {
  readonly id: string;
  readonly data: Data;
  /** 1 for the first try. A try whose worker died counts as well. */
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

/** BullMQ splits its keys at `:` and takes all digits for an id of its own making. */
export function isJobId(id: string): boolean {
  return id !== '' && !id.includes(':') && !/^\d+$/.test(id);
}

export type JobState = 'waiting' | 'active' | 'done' | 'failed';

export interface WorkOptions {
  /** How many jobs at once; default 1. */
  readonly concurrency?: number;
  /** A job whose worker has not been heard of for so long goes to another; milliseconds, default 10,000. */
  readonly lockMs?: number;
  /** Called after a job's last try failed; not called again should the process die here, so `state` is what counts. */
  readonly onFailed?: (job: Job<unknown>, error: Error) => Promise<void> | void;
}

export interface Worker {
  close(): Promise<void>;
}
