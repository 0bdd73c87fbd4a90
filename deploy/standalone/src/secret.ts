import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IdSource } from '@outlay/ids';

/** The installation's signing secret, generated at the first start and readable by its user only. */
export async function installationSecret(dataDir: string, ids: IdSource): Promise<string> {
  const file = join(dataDir, 'secret');
  return readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await generate(file, ids);
    return readFile(file, 'utf8');
  });
}

/** Writes a draft and links it: the first of concurrent processes wins, and no reader sees a partial secret. */
async function generate(file: string, ids: IdSource): Promise<void> {
  const draft = `${file}.${ids.uuid()}`;
  await mkdir(join(file, '..'), { recursive: true, mode: 0o700 });
  await writeFile(draft, ids.bytes(48).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}
