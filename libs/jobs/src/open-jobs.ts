import type { Clock } from '@outlay/runtime';
import type { Jobs } from './jobs.js';
import { JobTable } from './sqlite/job-table.js';
import { SqliteJobs } from './sqlite/sqlite-jobs.js';

export interface JobsOptions {
  /** The database file of the embedded queues; it and its folder are made when missing. */
  readonly file: string;
  readonly clock?: Clock;
}

/** Opens the queues the options ask for. Throws `JobsUnavailable` when the file cannot be opened. */
export async function openJobs({ file, clock }: JobsOptions): Promise<Jobs> {
  return new SqliteJobs(JobTable.open(file, clock));
}
