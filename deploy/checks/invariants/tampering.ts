import { rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import { openEventStore } from '@outlay/event-store';
import { fillReadModel } from '@outlay/expenses';
import { others, pickFrom } from './alter-json.js';
import { altering, flipByte, ofBlob, ofDocuments, ofEvents, ofFiles, type Alteration } from './alteration.js';

/** The prefixes of the streams about people. */
const PEOPLE = /^(account|invite|access)-/;
const EXPENSES = /^expenses_v\d+$/;
const RANDOM_ROW = (table: string) => `rowid = (SELECT rowid FROM ${table} ORDER BY random() LIMIT 1)`;

/** Makes the read models agree with the altered events, and removes the log and the reports. */
async function hideTraces(dataDir: string): Promise<void> {
  for (const folder of ['audit', 'reports']) await rm(join(dataDir, 'blobs', folder), { recursive: true });
  const reports = await openDocuments({ file: join(dataDir, 'documents', 'reports.db') });
  await reports.collection('reports').deleteMany({});
  await reports.destroy();
  const log = await openDocuments({ file: join(dataDir, 'documents', 'audit.db'), durability: 'normal' });
  await log.collection('log-positions').deleteMany({});
  await log.destroy();
  const documents = await openDocuments({ file: join(dataDir, 'documents', 'expenses.db'), durability: 'normal' });
  const events = await openEventStore({ file: join(dataDir, 'events.db') });
  await documents.collection('payments').deleteMany({});
  await fillReadModel(documents, events);
  await events.close();
  await documents.destroy();
}

/** A partial tile holds what earlier ones of its place held. */
function isLatestTile(path: string, paths: readonly string[]): boolean {
  const width = Number(basename(path));
  return !paths.some((other) => dirname(other) === dirname(path) && Number(basename(other)) > width);
}

export const ALTERATIONS: readonly Alteration[] = [
  ofEvents('the data of an event', (file) => file.alterData(file.any())),
  ofEvents('the metadata of an event', (file) => file.alterMetadata(file.any())),
  ofEvents('the data of an event of a payment', (file) => file.alterData(file.of(/^payment-/))),
  ofEvents('the data of the last event of a stream', (file) => file.alterData(file.lastOfStream())),
  ofEvents('the data of an event about people', (file) => file.alterData(file.of(PEOPLE))),
  ofEvents('an event about people is removed', (file) => file.remove(file.of(PEOPLE))),
  ofEvents('a stream about people is removed', (file) => file.removeStream(file.of(PEOPLE))),
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
  ofEvents('the last event of the store is replaced', (file) => file.replaceEnd()),
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
  ofEvents('an event is appended that the rules do not allow there', (file) => file.appendAgain()),
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
  {
    ...ofDocuments('a report is removed from the lists', 'reports', (collection) => {
      const { table } = collection(/^reports$/);
      return `DELETE FROM ${table} WHERE ${RANDOM_ROW(table)}`;
    }),
    // The product makes the report again, so later work hides the alteration.
    isHiddenByWork: true,
  },
  ofFiles('a byte of a receipt', 'receipts', flipByte),
  ofFiles('a receipt is removed', 'receipts', (path) => rm(path)),
  ofFiles('a byte of a report', 'reports', flipByte),
  ofFiles('a report is removed', 'reports', (path) => rm(path)),
  ofFiles('a byte of a tile', 'audit/tile', flipByte),
  ofFiles('a tile is removed', 'audit/tile', (path) => rm(path), isLatestTile),
  {
    ...ofFiles(
      'an earlier partial tile is removed',
      'audit/tile',
      (path) => rm(path),
      (...of) => !isLatestTile(...of),
    ),
    visible: 'never',
  },
  ofBlob('one of the kept checkpoints is removed', 'audit/checkpoints/', (content, random) => {
    const notes = JSON.parse(content) as string[];
    return JSON.stringify(others(notes, pickFrom(notes, random)));
  }),
  ofBlob('a digit of the latest checkpoint', 'audit/checkpoint', (content) =>
    content.replace(/[0-8](?=\n)/, (digit) => `${Number(digit) + 1}`),
  ),
  {
    what: 'the latest checkpoint is removed',
    visible: 'always',
    isHiddenByWork: true,
    alter: (dataDir) => rm(join(dataDir, 'blobs', 'audit', 'checkpoint')),
  },
  ofFiles('a byte of the kept checkpoints', 'audit/checkpoints', flipByte),
  { ...ofFiles('the kept checkpoints are removed', 'audit/checkpoints', (path) => rm(path)), isHiddenByWork: true },
];
