import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';

/** Whether another process may write to the file meanwhile. */
export type ReadOnly = 'in-use' | 'at-rest';

/** The files that a crash leaves beside the database; without them, it lacks transactions or has half of one. */
const LOGS = ['-wal', '-journal'];

interface ReadOnlyConnection {
  readonly connection: DatabaseSync;
  readonly dispose: () => void;
}

/**
 * Changes no byte and creates no file in the folder, which may be read-only. A file at rest is read without locks;
 * one with a log of a crash is copied to a temporary folder, where SQLite recovers it. A missing file is empty.
 */
export function openReadOnly(file: string, mode: ReadOnly, timeout: number): ReadOnlyConnection {
  const dispose = () => undefined;
  if (!existsSync(file)) return { connection: new DatabaseSync(':memory:'), dispose };
  if (mode === 'in-use') return { connection: new DatabaseSync(file, { readOnly: true, timeout }), dispose };
  const logs = LOGS.filter((suffix) => existsSync(file + suffix) && statSync(file + suffix).size > 0);
  if (logs.length > 0) return openCopy(file, logs);
  const url = pathToFileURL(file);
  url.search = '?immutable=1';
  return { connection: new DatabaseSync(url, { readOnly: true }), dispose };
}

function openCopy(file: string, logs: readonly string[]): ReadOnlyConnection {
  const folder = mkdtempSync(join(tmpdir(), 'outlay-reading-'));
  const dispose = () => rmSync(folder, { recursive: true, force: true });
  try {
    const copy = join(folder, basename(file));
    for (const suffix of ['', ...logs]) copyFileSync(file + suffix, copy + suffix);
    return { connection: new DatabaseSync(copy), dispose };
  } catch (error) {
    dispose();
    throw error;
  }
}
