import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IdSource } from '@outlay/runtime';

/** The installation's own signing secret, made at the first start and readable by its user alone. */
export async function installationSecret(dataDir: string, ids: IdSource): Promise<string> {
  const file = join(dataDir, 'secret');
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, ids.bytes(48).toString('base64url'), { mode: 0o600, flush: true });
  // Linking fails where the secret exists: whoever was first stays, and no half-written secret is ever seen.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
  return readFile(file, 'utf8');
}
