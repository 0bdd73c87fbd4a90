import type { SqliteThreadData } from '@outlay/sqlite';
import { Thread } from '@outlay/concurrency';
import { extname } from 'node:path';
import type { EventHashes } from '../event-store.js';
import { BUSY_TIMEOUT_MS } from './open-database.js';
import type { Query } from './prefix-query.js';

const ENTRY = new URL(`./hash-thread${extname(import.meta.filename)}`, import.meta.url);

/** Reads events and hashes them; it starts with the first query. */
export function hashThread(file: string): Thread<Query, EventHashes> {
  const data: SqliteThreadData = { file, busyTimeoutMs: BUSY_TIMEOUT_MS };
  return new Thread(ENTRY, data);
}
