import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isFileFailure } from '@outlay/sqlite';
import { JobsUnavailable } from '../jobs.js';

/** A lock is waited for with the event loop standing still, so not for long. */
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

export function openDatabase(file: string): DatabaseSync {
  return withUnavailable(() => {
    mkdirSync(dirname(file), { recursive: true });
    const database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
    database.exec(SCHEMA);
    return database;
  });
}

/** Tells the file's troubles as `JobsUnavailable`. */
export function withUnavailable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isFileFailure(error)) throw error;
    throw new JobsUnavailable(`The job queues cannot be used: ${error.message}`, { cause: error });
  }
}
