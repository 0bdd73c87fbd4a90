import type { Clock } from '@outlay/time';
import type { Jobs } from './jobs.js';
import { JobTable } from './sqlite/job-table.js';
import { SqliteJobs } from './sqlite/sqlite-jobs.js';

export interface JobsOptions {
  /** A Redis to keep the queues in, `redis://user:password@host:6379/0`; the embedded queues where there is none. */
  readonly url?: string;
  /** The database file of the embedded queues; it and its folder are made when missing. */
  readonly file: string;
  /** What the embedded queues go by. */
  readonly clock?: Clock;
}

/**
 * Opens the queues the options ask for. Throws `JobsUnavailable` when the file cannot be opened, and `RangeError` for a URL
 * that is not one of Redis; a Redis that is down is waited for by `isReady`.
 */
export async function openJobs({ url, file, clock }: JobsOptions): Promise<Jobs> {
  if (!url) return new SqliteJobs(JobTable.open(file, clock));
  // Loading the client takes a while, which those who do without it need not wait.
  const { BullmqJobs } = await import('./bullmq/bullmq-jobs.js');
  return BullmqJobs.open(url);
}
