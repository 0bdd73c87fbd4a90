import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { IdSource } from '@outlay/time';

/** The content of the file. If it does not exist, it is created with random characters first. */
export async function secretFile(file: string, ids: IdSource): Promise<string> {
  return readFile(file, 'utf8').catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error;
    await generate(file, ids);
    return readFile(file, 'utf8');
  });
}

/** Linking a draft lets the first process win, and no reader sees a partial secret. */
async function generate(file: string, ids: IdSource): Promise<void> {
  const draft = `${file}.${ids.uuid()}`;
  await mkdir(join(file, '..'), { recursive: true });
  await writeFile(draft, ids.bytes(48).toString('base64url'), { mode: 0o600, flush: true });
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
  await unlink(draft);
}
