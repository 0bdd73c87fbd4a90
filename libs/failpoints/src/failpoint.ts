/** The named points at which a test may end the process, as a crash would (see docs/operations.md). */
export const FAILPOINTS = [
  'blob-stored',
  'events-appended',
  'document-written',
  'payment-midway',
  'before-enqueue',
  'report-file-stored',
  'zip-midway',
] as const;
export type Failpoint = (typeof FAILPOINTS)[number];

/** Ends the process with SIGKILL when the environment's `FAILPOINT` names this point; else does nothing. */
export function failpoint(name: Failpoint): void {
  if (process.env.FAILPOINT === name) process.kill(process.pid, 'SIGKILL');
}
