import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { isNativeError } from 'node:util/types';

const BUSY = 5;

export interface DataFolderLock {
  release(): void;
}

/**
 * Creates the folder if it is missing. SQLite locks through the operating system, so the lock ends with its process,
 * however that ends. @throws Error for the operator if another process holds it
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const database = new DatabaseSync(join(dataDir, 'lock'), { timeout: 0 });
  try {
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE');
  } catch (error) {
    database.close();
    if (!isNativeError(error) || !('errcode' in error) || error.errcode !== BUSY) throw error;
    throw new Error(
      `The product is running on ${dataDir}, or a tool uses it. Stop it first, or set another DATA_DIR.`,
      {
        cause: error,
      },
    );
  }
  return { release: () => database.close() };
}
