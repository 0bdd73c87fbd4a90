import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openBlobs } from '@outlay/blobs';
import type { SeededRandom } from '@outlay/seed';
import { pickFrom } from './alter-json.js';
import { EventFile } from './altered-events.js';

/** The verification that finds it: any, only one against a checkpoint that was kept elsewhere, or none. */
type Visible = 'always' | 'against a kept checkpoint' | 'never';

export interface Alteration {
  readonly what: string;
  readonly visible: Visible;
  /** The product then begins to keep checkpoints anew. */
  readonly isHiddenByWork?: boolean;
  readonly alter: (dataDir: string, random: SeededRandom) => void | Promise<void>;
}

export const ofEvents = (what: string, work: (file: EventFile) => void, visible: Visible = 'always'): Alteration => ({
  what,
  visible,
  alter: (dataDir, random) => altering(dataDir, random, work),
});

export function altering(dataDir: string, random: SeededRandom, work: (file: EventFile) => void): void {
  const file = new EventFile(dataDir, random);
  try {
    work(file);
  } finally {
    file.close();
  }
}

export const ofFiles = (
  what: string,
  prefix: string,
  work: (path: string, random: SeededRandom) => Promise<void>,
  isMeant: (path: string, paths: readonly string[]) => boolean = () => true,
): Alteration => ({
  what,
  visible: 'always',
  alter: async (dataDir, random) => {
    const folder = join(dataDir, 'blobs', prefix);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    await work(pickFrom(files.filter((path) => isMeant(path, files)).sort(), random), random);
  },
});

/** The content ends before a trailer of 256 bytes with its type. */
const TRAILER = 256;
export async function flipByte(path: string, random: SeededRandom): Promise<void> {
  const bytes = await readFile(path);
  const at = random.int(0, Math.max(0, bytes.length - TRAILER - 1));
  bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << random.int(0, 7)), at);
  await writeFile(path, bytes);
}

/** The text with the key, or one of those in the folder. */
export const ofBlob = (
  what: string,
  key: string,
  change: (content: string, random: SeededRandom) => string,
): Alteration => ({
  what,
  visible: 'always',
  alter: async (dataDir, random) => {
    const blobs = await openBlobs({ folder: join(dataDir, 'blobs') });
    const keys = (await blobs.list(key)).map((one) => one.key).filter((one) => key.endsWith('/') || one === key);
    const path = pickFrom(keys, random);
    const content = Buffer.from(change(String(await blobs.readAll(path)), random));
    await blobs.put(path, content, { contentType: 'application/octet-stream' });
    await blobs.close();
  },
});

export const ofDocuments = (
  what: string,
  owner: string,
  sql: (collection: (name: RegExp) => Collection) => string,
): Alteration => ({
  what,
  visible: 'always',
  alter: (dataDir) => {
    const database = new DatabaseSync(join(dataDir, 'documents', `${owner}.db`));
    const rows = database.prepare('SELECT id, name, definition FROM catalog').all();
    const statement = sql((name) => {
      const row = rows.find((one) => name.test(String(one.name)));
      const { paths } = JSON.parse(String(row?.definition)) as { paths: { path: string; column: string }[] };
      const column = (path: string) => paths.find((one) => one.path === path)?.column ?? 'id';
      return { table: `collection_${Number(row?.id)}`, column };
    });
    database.exec(statement);
    database.close();
  },
});

interface Collection {
  readonly table: string;
  readonly column: (path: string) => string;
}
