import { existsSync, statSync } from 'node:fs';
import { rename } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';
import { Logger } from '@nestjs/common';
import type { Clock } from '@outlay/time';
import type { BackingUrls } from './config.js';
import { UnusableStores } from './unusable-stores.js';

const CORRUPT = 11;
const NOT_A_DATABASE = 26;
/** A check takes about 0.3 s per 100 MB. After a crash, larger files are checked too. */
const CHECKED_BYTES = 512 * 1024 * 1024;
const LOG_SUFFIX = '-wal';

interface StoreFile {
  readonly path: string;
  /** A derived file can be rebuilt from the events, the payments, or the sources of exchange rates. */
  readonly isDerived: boolean;
}

/** Renames malformed files that can be rebuilt. @throws UnusableStores for any other malformed file */
export async function checkFiles(
  dataDir: string,
  backing: Pick<BackingUrls, 'eventStore' | 'mongo' | 'redis'>,
  clock: Clock,
): Promise<void> {
  for (const { path, isDerived } of storeFiles(dataDir, backing)) {
    const damage = existsSync(path) ? damageOf(path) : null;
    if (damage === null) continue;
    if (!isDerived) {
      throw new UnusableStores(
        `${path} is damaged (${damage}) and cannot be made again from other files. Restore it from a backup.`,
      );
    }
    const aside = `.damaged-${clock.now().toISOString().replaceAll(':', '')}`;
    for (const suffix of ['', LOG_SUFFIX, '-shm']) {
      if (existsSync(path + suffix)) await rename(path + suffix, path + aside + suffix);
    }
    new Logger('Start').warn(`${path} is damaged (${damage}). It is kept as ${path + aside}, and made again.`);
  }
}

function storeFiles(
  dataDir: string,
  { eventStore, mongo, redis }: Pick<BackingUrls, 'eventStore' | 'mongo' | 'redis'>,
) {
  const documents = (owner: string, isDerived: boolean): StoreFile => ({
    path: join(dataDir, 'documents', `${owner}.db`),
    isDerived,
  });
  return [
    ...(eventStore === null ? [{ path: join(dataDir, 'events.db'), isDerived: false }] : []),
    ...(mongo === null
      ? [
          documents('auth', false),
          documents('invites', false),
          documents('fx', true),
          documents('expenses', true),
          documents('audit', true),
          documents('reports', true),
        ]
      : []),
    ...(redis === null ? [{ path: join(dataDir, 'jobs.db'), isDerived: true }] : []),
  ];
}

function damageOf(path: string): string | null {
  const isThorough = existsSync(path + LOG_SUFFIX) || statSync(path).size <= CHECKED_BYTES;
  try {
    return check(path, isThorough);
  } catch (error) {
    if (isNativeError(error) && 'errcode' in error && isDamageCode(Number(error.errcode))) return error.message;
    throw new UnusableStores(`${path} cannot be read: ${String(error)}`, { cause: error });
  }
}

function check(path: string, isThorough: boolean): string | null {
  const database = new DatabaseSync(path);
  try {
    // Any read finds a file that is shorter than its header says.
    const [row] = database.prepare(isThorough ? 'PRAGMA quick_check(1)' : 'SELECT count(*) FROM sqlite_schema').all();
    const result = row?.quick_check ?? 'ok';
    return result === 'ok' ? null : String(result);
  } finally {
    database.close();
  }
}

function isDamageCode(errcode: number): boolean {
  // The low byte of an extended code is the primary one.
  return [CORRUPT, NOT_A_DATABASE].includes(errcode & 0xff);
}
