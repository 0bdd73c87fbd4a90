import type { Clock } from '@outlay/time';
import type { Jobs } from './jobs.js';
import { JobTable } from './sqlite/job-table.js';
import { openDatabase } from './sqlite/open-database.js';
import { SqliteJobs } from './sqlite/sqlite-jobs.js';

export interface JobsOptions {
  /** A Redis, `redis://user:password@host:6379/0`; without it, the embedded queues are used. */
  readonly url?: string;
  readonly file: string;
  readonly clock?: Clock;
}

/** Redis may be down. @throws JobsUnavailable if the file cannot be opened; RangeError if the URL is not a Redis URL */
export async function openJobs({ url, file, clock }: JobsOptions): Promise<Jobs> {
  if (!url) return new SqliteJobs(new JobTable(openDatabase(file), clock));
  const { BullmqJobs } = await import('./bullmq/bullmq-jobs.js');
  return BullmqJobs.open(url);
}
