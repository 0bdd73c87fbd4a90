import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { isBlobKey } from '../blobs.js';
import { ifExists } from './errors.js';

/** Keys are built from the names found on disk, so no prefix can lead out of the root. Sorted by their characters. */
export async function* walk(root: string, prefix: string, after: string, folder = ''): AsyncGenerator<string> {
  const entries = (await ifExists(() => readdir(join(root, folder), { withFileTypes: true }))) ?? [];
  const paths = entries.map((entry) => folder + entry.name + (entry.isDirectory() ? '/' : ''));
  // With the trailing `/`, folders sort among files as their keys do.
  for (const path of paths.sort()) {
    const isFolder = path.endsWith('/');
    if (!isBlobKey(isFolder ? path.slice(0, -1) : path)) continue;
    if (!isFolder) {
      if (path.startsWith(prefix) && path > after) yield path;
    } else if ((path.startsWith(prefix) || prefix.startsWith(path)) && (path > after || after.startsWith(path))) {
      yield* walk(root, prefix, after, path);
    }
  }
}
