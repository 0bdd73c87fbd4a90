import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDocuments } from '@outlay/documents';
import { openEventStore } from '@outlay/event-store';
import { fillReadModel } from '@outlay/expenses';
import type { SeededRandom } from '@outlay/seed';
import { pickFrom } from './alter-json.js';
import { EventFile } from './altered-events.js';

/** Who can find it: a verification by itself, only one against a checkpoint that was kept elsewhere, or nobody. */
export type Visible = 'always' | 'against a kept checkpoint' | 'never';

export interface Alteration {
  readonly what: string;
  readonly visible: Visible;
  /** The product then begins to keep checkpoints anew. */
  readonly isHiddenByWork?: boolean;
  readonly alter: (dataDir: string, random: SeededRandom) => void | Promise<void>;
}

const ofEvents = (what: string, work: (file: EventFile) => void, visible: Visible = 'always'): Alteration => ({
  what,
  visible,
  alter: (dataDir, random) => altering(dataDir, random, work),
});

function altering(dataDir: string, random: SeededRandom, work: (file: EventFile) => void): void {
  const file = new EventFile(dataDir, random);
  try {
    work(file);
  } finally {
    file.close();
  }
}

const ofFiles = (
  what: string,
  prefix: string,
  work: (path: string, random: SeededRandom) => Promise<void>,
): Alteration => ({
  what,
  visible: 'always',
  alter: async (dataDir, random) => {
    const folder = join(dataDir, 'blobs', prefix);
    const entries = await readdir(folder, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name));
    await work(pickFrom(files.sort(), random), random);
  },
});

/** Within the content, which a trailer of 256 bytes with its type follows. */
const TRAILER = 256;
async function flipByte(path: string, random: SeededRandom): Promise<void> {
  const bytes = await readFile(path);
  const at = random.int(0, Math.max(0, bytes.length - TRAILER - 1));
  bytes.writeUInt8((bytes[at] ?? 0) ^ (1 << random.int(0, 7)), at);
  await writeFile(path, bytes);
}

const ofDocuments = (
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

const EXPENSES = /^expenses_v\d+$/;
const RANDOM_ROW = (table: string) => `rowid = (SELECT rowid FROM ${table} ORDER BY random() LIMIT 1)`;

/** Makes the read models agree with the altered events, and removes the log. */
async function hideTraces(dataDir: string): Promise<void> {
  await rm(join(dataDir, 'blobs', 'audit'), { recursive: true });
  const documents = await openDocuments({ file: join(dataDir, 'documents', 'expenses.db'), durability: 'normal' });
  const events = await openEventStore({ file: join(dataDir, 'events.db') });
  for (const name of ['log-positions', 'payments']) await documents.collection(name).deleteMany({});
  await fillReadModel(documents, events);
  await events.close();
  await documents.destroy();
}

export const ALTERATIONS: readonly Alteration[] = [
  ofEvents('the data of an event', (file) => file.alterData(file.any())),
  ofEvents('the metadata of an event', (file) => file.alterMetadata(file.any())),
  ofEvents('the data of an event of a payment', (file) => file.alterData(file.paying())),
  ofEvents('the data of the last event of a stream', (file) => file.alterData(file.lastOfStream())),
  ofEvents('the type of an event', (file) => file.alterType(file.any())),
  ofEvents('the id of an event', (file) => file.set(file.any(), 'id', '00000000-0000-4000-8000-000000000000')),
  ofEvents('the stream of an event', (file) => file.moveToAnotherStream(file.any())),
  ofEvents('the revision of an event', (file) => file.set(file.any(), 'revision', 999)),
  ofEvents('the category of an event', (file) => file.set(file.any(), 'category', 'x')),
  ofEvents('the places of two events in the store', (file) => file.exchangePlaces()),
  ofEvents('the contents of two events', (file) => file.exchangeContents()),
  ofEvents('an event cut off in the middle', (file) => file.set(file.any(), 'data', '{"cut')),
  ofEvents('an event is removed', (file) => file.remove(file.notLast())),
  ofEvents('the last event of a stream is removed', (file) => file.remove(file.lastOfStream())),
  ofEvents('a stream is removed', (file) => file.removeStream(file.any())),
  ofEvents('the last events of the store are removed', (file) => file.removeEnd()),
  ofEvents('the last event of a stream is forged', (file) => file.forgeEnd()),
  ofEvents('a stream is altered, with all hashes after it', (file) => file.rehashStream()),
  {
    what: 'the same, and the log and read models are made to agree',
    visible: 'against a kept checkpoint',
    alter: async (dataDir, random) => {
      altering(dataDir, random, (file) => file.rehashStream());
      await hideTraces(dataDir);
    },
  },
  {
    what: 'the last events are removed, and the log and read models are made to agree',
    visible: 'against a kept checkpoint',
    alter: async (dataDir, random) => {
      altering(dataDir, random, (file) => file.removeEnd());
      await hideTraces(dataDir);
    },
  },
  ofEvents('an event is appended as the product would', (file) => file.append(), 'never'),
  ofEvents('the text of an event, with equal values', (file) => file.rewriteText(file.any()), 'never'),
  ofEvents(
    'when the store recorded an event',
    (file) => file.set(file.any(), 'recorded_at', '2020-01-01T00:00:00.000Z'),
    'never',
  ),
  ofDocuments('an index column of an expense', 'expenses', (collection) => {
    const { table, column } = collection(EXPENSES);
    return `UPDATE ${table} SET ${column('category')} = 'x' WHERE ${RANDOM_ROW(table)}`;
  }),
  ofDocuments('the head of an expense', 'expenses', (collection) => {
    const { table, column } = collection(EXPENSES);
    return `UPDATE ${table} SET ${column('search')} = 'x' WHERE ${RANDOM_ROW(table)}`;
  }),
  ofDocuments('an expense is removed from the lists', 'expenses', (collection) => {
    const { table } = collection(EXPENSES);
    return `DELETE FROM ${table} WHERE ${RANDOM_ROW(table)}`;
  }),
  ofDocuments('an index column of a payment', 'expenses', (collection) => {
    const { table, column } = collection(/^payments$/);
    return `UPDATE ${table} SET ${column('startedAt')} = '2020' WHERE ${RANDOM_ROW(table)}`;
  }),
  ofDocuments('a summary is removed', 'expenses', (collection) => {
    const { table } = collection(/^summaries_v\d+$/);
    return `DELETE FROM ${table} WHERE id <> 'all'`;
  }),
  ofDocuments('an index column of a report', 'reports', (collection) => {
    const { table, column } = collection(/^reports$/);
    return `UPDATE ${table} SET ${column('filename')} = 'x' WHERE ${RANDOM_ROW(table)}`;
  }),
  ofFiles('a byte of a receipt', 'receipts', flipByte),
  ofFiles('a receipt is removed', 'receipts', (path) => rm(path)),
  ofFiles('a byte of a report', 'reports', flipByte),
  ofFiles('a report is removed', 'reports', (path) => rm(path)),
  ofFiles('a byte of a tile', 'audit/tile', flipByte),
  ofFiles('a byte of the kept checkpoints', 'audit/checkpoints', flipByte),
  { ...ofFiles('the kept checkpoints are removed', 'audit/checkpoints', (path) => rm(path)), isHiddenByWork: true },
];
