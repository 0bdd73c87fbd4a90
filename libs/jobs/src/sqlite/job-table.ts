import { systemClock, type Clock } from '@outlay/time';
import type { DatabaseSync } from 'node:sqlite';
import { DEFAULT_ATTEMPTS, DEFAULT_BACKOFF_MS, type JobState, type NewJob } from '../jobs.js';
import { openDatabase, withUnavailable } from './database.js';

/** A try of a job that a worker holds. Its number and attempt together tell it from every other try. */
export interface Claim {
  readonly number: number;
  readonly id: string;
  readonly data: unknown;
  readonly attempt: number;
  readonly attempts: number;
  readonly backoffMs: number;
}

/**
 * The jobs of all queues and where each stands. `due_at` says when a waiting job may start, and when the lock of an active
 * one ends: either way the job is then anyone's, so one query finds both. A worker that lost its lock can change nothing,
 * since the attempt it holds is no longer the job's.
 */
export class JobTable {
  private readonly statements;

  constructor(
    private readonly database: DatabaseSync,
    private readonly clock: Clock = systemClock,
  ) {
    this.statements = withUnavailable(() => prepareStatements(database));
  }

  static open(file: string, clock?: Clock): JobTable {
    return new JobTable(openDatabase(file), clock);
  }

  add(queue: string, { id, data, attempts = DEFAULT_ATTEMPTS, backoffMs = DEFAULT_BACKOFF_MS }: NewJob<unknown>): void {
    withUnavailable(() => this.statements.add.run(queue, id, JSON.stringify(data), attempts, backoffMs, this.now()));
  }

  state(queue: string, id: string): JobState | null {
    const row = withUnavailable(() => this.statements.state.get(queue, id));
    return row ? (String(row.state) as JobState) : null;
  }

  /** Takes the job whose turn it is, or one whose worker died, for so many milliseconds; null when there is none. */
  claim(queue: string, lockMs: number): Claim | null {
    const now = this.now();
    const row = withUnavailable(() => this.statements.claim.get(now + lockMs, queue, now));
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

  extendLock(claim: Claim, lockMs: number): void {
    this.settle(claim, 'active', this.now() + lockMs);
  }

  finish(claim: Claim): void {
    this.settle(claim, 'done', this.now());
  }

  /** Has the job tried again after its backoff. */
  retry(claim: Claim): void {
    this.settle(claim, 'waiting', this.now() + claim.backoffMs * 2 ** (claim.attempt - 1));
  }

  /** Gives the job up; false when it was no longer this try's to give up. */
  fail(claim: Claim): boolean {
    return this.settle(claim, 'failed', this.now());
  }

  isReady(): boolean {
    try {
      return this.database.prepare('SELECT 1').get() !== undefined;
    } catch {
      return false;
    }
  }

  close(): void {
    if (this.database.isOpen) this.database.close();
  }

  private settle({ number, attempt }: Claim, state: JobState, dueAt: number): boolean {
    return withUnavailable(() => this.statements.settle.run(state, dueAt, number, attempt).changes) === 1;
  }

  private now(): number {
    return this.clock.now().getTime();
  }
}

function prepareStatements(database: DatabaseSync) {
  return {
    add: database.prepare(
      'INSERT INTO jobs (queue, id, data, attempts, backoff_ms, due_at) VALUES (?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING',
    ),
    state: database.prepare('SELECT state FROM jobs WHERE queue = ? AND id = ?'),
    claim: database.prepare(`
      UPDATE jobs SET state = 'active', attempt = attempt + 1, due_at = ?
      WHERE number = (
        SELECT number FROM jobs WHERE queue = ? AND due_at <= ? AND state IN ('waiting', 'active')
        ORDER BY due_at, number LIMIT 1
      )
      RETURNING number, id, data, attempt, attempts, backoff_ms
    `),
    settle: database.prepare(
      `UPDATE jobs SET state = ?, due_at = ? WHERE number = ? AND attempt = ? AND state = 'active'`,
    ),
  };
}
