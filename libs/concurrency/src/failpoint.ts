/** Points at which a test can crash the process (see docs/operations.md). */
export const FAILPOINTS = [
  'blob-stored',
  'events-appended',
  'document-written',
  'payment-midway',
  'before-enqueue',
  'report-file-stored',
  'zip-midway',
  'tiles-stored',
  'checkpoint-kept',
  'checkpoint-published',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** Kills the process with SIGKILL if the environment variable `FAILPOINT` names this point. */
export function failpoint(name: Failpoint): void {
  if (process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL');
}
