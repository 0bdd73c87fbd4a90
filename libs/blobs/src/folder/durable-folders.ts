import { closeSync, fsync, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { promisify } from 'node:util';

const sync = promisify(fsync);

/** Syncing a file does not sync its name, so creations, renames and deletions need this. */
export async function syncFolder(path: string): Promise<void> {
  // To open and close a folder waits for no disk, so it needs no other thread.
  const folder = openSync(path, 'r');
  try {
    await sync(folder);
  } finally {
    closeSync(folder);
  }
}

export async function createFolder(path: string): Promise<void> {
  const firstCreated = await mkdir(path, { recursive: true });
  if (firstCreated === undefined) return;
  for (let created = path; created.length >= firstCreated.length; created = dirname(created))
    await syncFolder(dirname(created));
}
