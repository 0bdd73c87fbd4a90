import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openBlobs } from '@outlay/blobs';
import type { SeededRandom } from '@outlay/seed';

export interface Blob {
  readonly file: string;
  /** The size of the content, which the file begins with. */
  readonly size: number;
  restore(): Promise<void>;
}

/** The blobs by their content in Base64. */
export async function findBlobs(folder: string): Promise<Map<string, Blob>> {
  const blobs = await openBlobs({ folder });
  const found = new Map<string, Blob>();
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    const file = join(entry.parentPath, entry.name);
    const content = entry.isFile() ? await blobs.readAll(file.slice(folder.length + 1)) : null;
    if (!content) continue;
    const bytes = await readFile(file);
    found.set(content.toString('base64'), { file, size: content.length, restore: () => writeFile(file, bytes) });
  }
  await blobs.close();
  return found;
}

/** Damages the file, and returns how. */
export async function damageOf({ file, size }: Blob, random: SeededRandom): Promise<string> {
  const bytes = await readFile(file);
  const at = random.int(0, size - 1);
  const kind = random.pick(['a flipped bit', 'a shorter file', 'a missing tail', 'a hole', 'a longer file', 'no file']);
  if (kind === 'no file') {
    await rm(file);
    return kind;
  }
  if (kind === 'a flipped bit') bytes[at] = (bytes[at] ?? 0) ^ (1 << random.int(0, 7));
  const changed = {
    'a flipped bit': () => bytes,
    'a shorter file': () => bytes.subarray(0, at),
    'a missing tail': () => bytes.subarray(0, bytes.length - random.int(1, 20)),
    'a hole': () => Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]),
    'a longer file': () => Buffer.concat([bytes.subarray(0, at), Buffer.of(at % 256), bytes.subarray(at)]),
  };
  await writeFile(file, changed[kind as keyof typeof changed]());
  return `${kind} at ${at} of ${size}`;
}

export function replyProblem({ status, etag }: { status: number; etag: string | null }): string | null {
  if (status === 409 || status === 404) return etag === null ? null : `${status} with the ETag of the true file`;
  return status === 0 ? 'no reply, or an incomplete one' : `served as genuine, ${status}`;
}
