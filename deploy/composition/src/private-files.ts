import { chmod, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';

const OTHERS = 0o077;

/** The names that the product, a witness and a backup create in their folders. */
const OWN_NAMES =
  /^(lock|secret|audit-key(-previous)?|key|(events|jobs)\.db(-wal|-shm)?|documents|blobs|heads|backups|objects|~unfinished)$/;

/**
 * Makes all files that this process creates from now on private to its user, whatever its folder and umask. Only the
 * main thread may call it.
 */
export function createPrivateFiles(): void {
  process.umask(OTHERS);
}

/** Makes existing files of the folder private, too. A closed folder protects all that is in it. */
export async function keepPrivate(folder: string): Promise<void> {
  createPrivateFiles();
  for (const name of await namesIn(folder)) {
    if (OWN_NAMES.test(name)) await withdraw(join(folder, name));
  }
}

async function withdraw(path: string): Promise<void> {
  try {
    const { mode } = await stat(path);
    if ((mode & OTHERS) !== 0) await chmod(path, mode & ~OTHERS & 0o7777);
  } catch (error) {
    // The file has gone meanwhile, or belongs to another user, who decides about it.
    if (!['ENOENT', 'EPERM'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
  }
}

async function namesIn(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
}
