import { copyFile, readdir, rm, stat, truncate } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { SeededRandom } from '@outlay/seed';

const KINDS = ['deleted', 'truncated', 'swapped'] as const;

export interface AlteredFile {
  /** The path inside the folder. */
  readonly path: string;
  readonly what: string;
}

/** Goes through the files of the folder with `index`, and alters one of them in each way. */
export async function alterOneFile(
  folder: string,
  other: string,
  index: number,
  random: SeededRandom,
): Promise<AlteredFile> {
  const paths = await filesOf(folder);
  const path = pick(paths, Math.floor(index / KINDS.length));
  const kind = pick(KINDS, index);
  const file = join(folder, path);
  if (kind === 'deleted') await rm(file);
  else if (kind === 'truncated') await truncate(file, Math.floor(((await stat(file)).size * random.int(0, 99)) / 100));
  else await copyFile(join(other, await counterpart(other, path, random)), file);
  return { path, what: `${path} ${kind}` };
}

/** Receipts have other names in the other folder. */
async function counterpart(other: string, path: string, random: SeededRandom): Promise<string> {
  const paths = await filesOf(other);
  const [first = path, ...more] = paths.filter((one) => one.startsWith('blobs'));
  return paths.includes(path) ? path : random.pick([first, ...more]);
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort();
}

function pick<T>(items: readonly T[], index: number): T {
  const item = items[index % items.length];
  if (item === undefined) throw new Error('There is nothing to alter');
  return item;
}
