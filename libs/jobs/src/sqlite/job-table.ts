import type { SqliteDatabase } from '@outlay/sqlite';
import { latestPossible, systemClock, type Clock } from '@outlay/time';
import { DEFAULT_ATTEMPTS, DEFAULT_BACKOFF_MS, type JobState, type NewJob } from '../jobs.js';

/** `number` and `attempt` together identify the attempt. */
export interface LockedJob {
  readonly number: number;
  readonly id: string;
  readonly data: unknown;
  readonly attempt: number;
  readonly attempts: number;
  readonly backoffMs: number;
}

const ADD = `INSERT INTO jobs (queue, id, data, attempts, backoff_ms, due_at) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT DO NOTHING`;
const RELEASE = `UPDATE jobs SET state = 'waiting', due_at = ? + (backoff_ms << attempt - 1)
  WHERE queue = ? AND state = 'active' AND attempt < attempts AND (due_at <= ? OR due_at > ?)`;
const LOCK_NEXT = `UPDATE jobs SET state = 'active', attempt = attempt + 1, due_at = ?
  WHERE number = (
    SELECT number FROM jobs WHERE queue = ? AND state IN ('waiting', 'active') AND (
      due_at <= ? OR due_at > iif(state = 'active', ?, ? + (backoff_ms << attempt - 1))
    ) ORDER BY due_at, number LIMIT 1
  )
  RETURNING number, id, data, attempt, attempts, backoff_ms`;
const UNFINISHED = "SELECT count(*) AS count FROM jobs WHERE queue = ? AND state IN ('waiting', 'active')";
const CHANGE = `UPDATE jobs SET state = ?, due_at = ? WHERE number = ? AND attempt = ? AND state = 'active'`;

// `due_at` is when a waiting job may start, and when an active job's lock expires. An attempt whose worker died is followed
// by a pause like any other; after the last attempt, the job is locked once more in order to fail.
// A worker that lost its lock cannot change the job, because its attempt is no longer the current one.
export class JobTable {
  constructor(
    private readonly database: SqliteDatabase,
    private readonly clock: Clock = systemClock,
  ) {}

  add(queue: string, { id, data, attempts = DEFAULT_ATTEMPTS, backoffMs = DEFAULT_BACKOFF_MS }: NewJob<unknown>): void {
    this.database.run(ADD, [queue, id, JSON.stringify(data), attempts, backoffMs, this.now()]);
  }

  state(queue: string, id: string): JobState | null {
    const row = this.database.get('SELECT state FROM jobs WHERE queue = ? AND id = ?', [queue, id]);
    return row ? (String(row.state) as JobState) : null;
  }

  unfinished(queue: string): number {
    return Number(this.database.get(UNFINISHED, [queue])?.count);
  }

  lockNext(queue: string, lockMs: number): LockedJob | null {
    const now = this.now();
    const latestLock = latestPossible(now, lockMs);
    this.database.run(RELEASE, [now, queue, now, latestLock]);
    const row = this.database.get(LOCK_NEXT, [now + lockMs, queue, now, latestLock, latestPossible(now, 0)]);
    if (!row) return null;
    return {
      number: Number(row.number),
      id: String(row.id),
      data: JSON.parse(String(row.data)),
      attempt: Number(row.attempt),
      attempts: Number(row.attempts),
      backoffMs: Number(row.backoff_ms),
    };
  }

  extendLock(job: LockedJob, lockMs: number): void {
    this.change(job, 'active', this.now() + lockMs);
  }

  finish(job: LockedJob): void {
    this.change(job, 'done', this.now());
  }

  retry(job: LockedJob): void {
    this.change(job, 'waiting', this.now() + job.backoffMs * 2 ** (job.attempt - 1));
  }

  fail(job: LockedJob): boolean {
    return this.change(job, 'failed', this.now());
  }

  isReady(): boolean {
    try {
      return this.database.get('SELECT 1') !== undefined;
    } catch {
      return false;
    }
  }

  close(): void {
    this.database.close();
  }

  private change({ number, attempt }: LockedJob, state: JobState, dueAt: number): boolean {
    return this.database.run(CHANGE, [state, dueAt, number, attempt]).changes === 1;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}
