import { copyFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ReadOnly } from './read-only.js';
import { SqliteDatabase } from './sqlite-database.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-sqlite-'));
});
afterEach(() => rm(folder, { recursive: true }));

const open = (file: string, readOnly?: ReadOnly) =>
  SqliteDatabase.open(file, { busyTimeoutMs: 20, unavailable: (failure) => failure, readOnly });
const values = (database: SqliteDatabase) => database.all('SELECT value FROM items').map(({ value }) => value);

test('a write-ahead log that a crash left is read, and stays as it is', async () => {
  const [running, left] = [join(folder, 'running.db'), join(folder, 'left.db')];
  const database = open(running);
  database.exec('CREATE TABLE items (value); INSERT INTO items VALUES (1)');
  for (const suffix of ['', '-wal']) await copyFile(running + suffix, left + suffix);
  database.close();
  const before = await readFile(`${left}-wal`);
  const reading = open(left, 'at-rest');
  expect(values(reading)).toEqual([1]);
  reading.close();
  expect(await readFile(`${left}-wal`)).toEqual(before);
  expect(await readdir(folder)).toEqual(['left.db', 'left.db-wal', 'running.db']);
});

test('beside a writer, a reader of a file in use sees its latest commit', () => {
  const file = join(folder, 'used.db');
  const writing = open(file);
  writing.exec('CREATE TABLE items (value)');
  const reading = open(file, 'in-use');
  writing.run('INSERT INTO items VALUES (1)');
  expect(values(reading)).toEqual([1]);
  expect(() => reading.run('INSERT INTO items VALUES (2)')).toThrow('readonly');
  reading.close();
  writing.close();
});
