import { mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Makes creations, renames and deletions in a folder durable; syncing a file does not sync its name. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

export async function createFolder(path: string): Promise<void> {
  const firstCreated = await mkdir(path, { recursive: true });
  if (firstCreated === undefined) return;
  for (let created = path; created.length >= firstCreated.length; created = dirname(created))
    await syncFolder(dirname(created));
}
