import { SqliteThread } from '@outlay/sqlite';
import { extname } from 'node:path';
import type { Hashes } from './hash-thread.js';
import { BUSY_TIMEOUT_MS } from './open-database.js';
import type { Query } from './prefix-query.js';

const ENTRY = new URL(`./hash-thread${extname(import.meta.filename)}`, import.meta.url);

/** Reads events and hashes them; it starts with the first query. */
export function hashThread(file: string): SqliteThread<Query, Hashes> {
  return new SqliteThread(ENTRY, { file, busyTimeoutMs: BUSY_TIMEOUT_MS });
}
