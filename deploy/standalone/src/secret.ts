import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJwtSecret } from '@outlay/composition';
import type { IdSource } from '@outlay/ids';

/** @throws Error for the operator if the file's content is too short to sign sessions */
export async function installationSecret(dataDir: string, ids: IdSource): Promise<string> {
  const file = join(dataDir, 'secret');
  const secret = await readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await generate(file, ids);
    return readFile(file, 'utf8');
  });
  if (isJwtSecret(secret)) return secret;
  throw new Error(
    `${file} holds fewer than 32 characters, so that anybody could sign in. Restore it from a backup, ` +
      'or delete it: a new one is then made, and everybody signs in again.',
  );
}

/** Linking a draft lets the first process win, and no reader sees a partial secret. */
async function generate(file: string, ids: IdSource): Promise<void> {
  const draft = `${file}.${ids.uuid()}`;
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(draft, ids.bytes(48).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}
