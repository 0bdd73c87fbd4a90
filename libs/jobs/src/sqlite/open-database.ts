import { SqliteDatabase } from '@outlay/sqlite';
import { JobsUnavailable } from '../jobs.js';

const BUSY_TIMEOUT_MS = 1000;

const SCHEMA = `
  CREATE TABLE IF NOT EXISTS jobs (
    number INTEGER PRIMARY KEY,
    queue TEXT NOT NULL,
    id TEXT NOT NULL,
    data TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    backoff_ms INTEGER NOT NULL,
    state TEXT NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'active', 'done', 'failed')),
    attempt INTEGER NOT NULL DEFAULT 0,
    due_at INTEGER NOT NULL,
    UNIQUE (queue, id)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS jobs_due ON jobs (queue, due_at, number) WHERE state IN ('waiting', 'active');
`;

/** @throws JobsUnavailable if the file cannot be opened; so does every later call that fails on the file */
export function openDatabase(file: string, busyTimeoutMs = BUSY_TIMEOUT_MS): SqliteDatabase {
  const database = SqliteDatabase.open(file, {
    busyTimeoutMs,
    unavailable: (failure) =>
      new JobsUnavailable(`The job queues cannot be used: ${failure.message}`, { cause: failure }),
  });
  database.exec(SCHEMA);
  return database;
}
