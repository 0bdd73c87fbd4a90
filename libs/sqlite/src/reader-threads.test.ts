import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { DirectReader, ReaderThreads, type Reader } from './reader-threads.js';
import { SqliteDatabase } from './sqlite-database.js';

let folder: string;
let database: SqliteDatabase;
let threads: ReaderThreads;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-sqlite-'));
  const file = join(folder, 'test.db');
  database = SqliteDatabase.open(file, { busyTimeoutMs: 1000, unavailable: (failure) => failure });
  database.exec('CREATE TABLE items (id INTEGER PRIMARY KEY, name TEXT, bytes BLOB)');
  threads = new ReaderThreads(file, 1000, new DirectReader(database));
});
afterAll(async () => {
  await threads.end();
  database.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => database.exec('DELETE FROM items'));

const insert = (id: number, name: string | null) =>
  database.run('INSERT INTO items VALUES (?, ?, ?)', [id, name, new Uint8Array([id, 255])]);
const NAMES = 'SELECT id, name FROM items WHERE id > ? ORDER BY id';
/** Counts for about a second, and says so. */
const LONG = `WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 3000000)
  SELECT count(*) AS count FROM n WHERE i > ?`;

describe.each<[string, () => Reader]>([
  ['threads', () => threads],
  ['the own thread', () => new DirectReader(database)],
])('reading in %s', (_, reader) => {
  test('sees every write before it', async () => {
    for (let id = 1; id <= 20; id += 1) {
      insert(id, `item ${id}`);
      expect(await reader().all(NAMES, [id - 1])).toEqual([{ id, name: `item ${id}` }]);
    }
    const [row] = await reader().all('SELECT bytes FROM items WHERE id = ?', [7]);
    expect(row?.bytes).toEqual(new Uint8Array([7, 255]));
  });

  test('answers many reads at once, each with its own rows', async () => {
    for (let id = 1; id <= 9; id += 1) insert(id, `item ${id}`);
    const found = await Promise.all(Array.from({ length: 9 }, (_, at) => reader().all(NAMES, [at])));
    expect(found.map((rows) => rows.length)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1]);
  });

  test('scans until there are enough rows, without those that lack the column', async () => {
    for (let id = 1; id <= 9; id += 1) insert(id, id % 2 === 0 ? `item ${id}` : null);
    const limits = { column: 'name', milliseconds: 10_000 };
    const ids = async (rows: number) => (await reader().scan(NAMES, [1], { ...limits, rows }))?.map(({ id }) => id);
    expect(await ids(3)).toEqual([2, 4, 6]);
    expect(await ids(0)).toEqual([2, 4, 6, 8]);
  });

  test('scans no longer than it may', async () => {
    insert(1, null);
    insert(2, 'item');
    expect(await reader().scan(NAMES, [0], { column: 'name', rows: 1, milliseconds: 0 })).toBeNull();
  });

  test('rejects with the error of a wrong statement, and reads on', async () => {
    insert(1, 'item');
    await expect(reader().all('SELECT nonsense FROM items', [])).rejects.toThrow('no such column');
    expect(await reader().all(NAMES, [0])).toHaveLength(1);
  });
});

test('the event loop runs on while a thread reads', async () => {
  let isOver = false;
  let turns = 0;
  const read = threads.all(LONG, [0]).finally(() => (isOver = true));
  while (!isOver) {
    await setImmediate();
    turns += 1;
  }
  expect(await read).toEqual([{ count: 3_000_000 }]);
  expect(turns).toBeGreaterThan(100);
});

test('reads that run when the threads end are answered all the same, and later ones by new threads', async () => {
  insert(1, 'item');
  const reads = [threads.all(LONG, [2_999_990]), threads.all(NAMES, [0])];
  await threads.end();
  expect(await Promise.all(reads)).toEqual([[{ count: 10 }], [{ id: 1, name: 'item' }]]);
  expect(await threads.all(NAMES, [0])).toHaveLength(1);
});
