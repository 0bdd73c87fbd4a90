import { SqliteDatabase, type ReadOnly } from '@outlay/sqlite';
import { EventStoreOutcomeUnknown, EventStoreUnavailable } from '../event-store.js';
import { SCHEMA } from './schema.js';

export const BUSY_TIMEOUT_MS = 1000;

/** 32 MB: each checkpoint waits for the disk twice, so it happens less often than by default. */
const CHECKPOINT_PAGES = 8000;

/** @throws EventStoreUnavailable if the file cannot be opened; so does every later call that fails on the file */
export function openDatabase(
  file: string,
  { busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly }: { busyTimeoutMs?: number; readOnly?: ReadOnly | undefined } = {},
): SqliteDatabase {
  const database = SqliteDatabase.open(file, {
    busyTimeoutMs,
    readOnly,
    checkpointPages: CHECKPOINT_PAGES,
    unavailable: (failure) =>
      new EventStoreUnavailable(`The event store cannot be used: ${failure.message}`, { cause: failure }),
    outcomeUnknown: (failure) =>
      new EventStoreOutcomeUnknown(`The commit failed: ${failure.message}`, { cause: failure }),
  });
  if (!readOnly) database.exec(SCHEMA);
  return database;
}
