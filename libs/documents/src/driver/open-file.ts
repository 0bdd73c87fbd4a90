import { ReaderThreads, SqliteDatabase, type DirectReader, type Durability, type ReadOnly } from '@outlay/sqlite';
import { DocumentsUnavailable } from '../errors.js';

const BUSY_TIMEOUT_MS = 2000;
/** A row of a well-indexed collection changes some ten pages; by default, every hundred rows would wait for a checkpoint. */
const CHECKPOINT_PAGES = 8000;

export interface FileOptions {
  readonly durability?: Durability;
  readonly busyTimeoutMs?: number;
  readonly readOnly?: ReadOnly | undefined;
}

/** @throws DocumentsUnavailable if the file cannot be opened; so does every later call that fails on the file */
export function openFile(
  path: string,
  { durability = 'full', busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly }: FileOptions,
): SqliteDatabase {
  return SqliteDatabase.open(path, {
    durability,
    // A lost or exchanged log file must not cost data that cannot be rebuilt.
    journal: durability === 'full' ? 'delete' : 'wal',
    busyTimeoutMs,
    checkpointPages: CHECKPOINT_PAGES,
    readOnly,
    unavailable: (failure) =>
      new DocumentsUnavailable(`The document store cannot be used: ${failure.message}`, { cause: failure }),
  });
}

/** Starts threads only for files whose readers do not hold up writers. */
export function readerThreads(
  path: string,
  { durability = 'full', busyTimeoutMs = BUSY_TIMEOUT_MS, readOnly }: FileOptions,
  direct: DirectReader,
): ReaderThreads | undefined {
  return durability === 'full' || readOnly ? undefined : new ReaderThreads(path, busyTimeoutMs, direct);
}
