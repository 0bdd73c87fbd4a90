import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';
import type { BackingUrls, Config } from './config.js';
import { keepPrivate } from './private-files.js';

const BUSY = 5;
const LOCK = 'lock';

export interface DataFolderLock {
  release(): void;
}

/**
 * Creates the folder if it is missing, and keeps others from reading what the product has in it. SQLite locks through the
 * operating system, so the lock ends with its process, however that ends.
 * @throws Error for the operator if another process holds it
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  await keepPrivate(dataDir);
  await mkdir(dataDir, { recursive: true });
  const database = new DatabaseSync(join(dataDir, LOCK), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isBusy(error)) throw error;
    throw new Error(
      `The product is running on ${dataDir}, or a tool uses it. Stop it first, or set another DATA_DIR.`,
      {
        cause: error,
      },
    );
  }
  return { release: () => database.close() };
}

/** Locks the data folder if one of the stores that a tool uses is in it; it need not exist otherwise. */
export async function lockEmbedded(
  { dataDir, backing }: Pick<Config, 'dataDir' | 'backing'>,
  used: readonly (keyof BackingUrls)[],
): Promise<DataFolderLock> {
  return used.some((store) => backing[store] === null) ? lockDataFolder(dataDir) : { release: () => undefined };
}

/** Whether a process holds the lock; changes nothing. */
export function isDataFolderLocked(dataDir: string): boolean {
  const file = join(dataDir, LOCK);
  if (!existsSync(file)) return false;
  const database = new DatabaseSync(file, { readOnly: true, timeout: 0 });
  try {
    database.prepare('SELECT count(*) FROM sqlite_schema').get();
    return false;
  } catch (error) {
    if (isBusy(error)) return true;
    throw error;
  } finally {
    database.close();
  }
}

function isBusy(error: unknown): boolean {
  return isNativeError(error) && 'errcode' in error && error.errcode === BUSY;
}
