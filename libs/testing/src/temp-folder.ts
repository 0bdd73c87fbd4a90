import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export async function tempFolder(name = 'outlay'): Promise<{ path: string; remove: () => Promise<void> }> {
  const path = await mkdtemp(join(tmpdir(), `${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true }) };
}
