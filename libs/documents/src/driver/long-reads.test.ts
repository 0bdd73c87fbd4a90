import type { Reader } from '@outlay/sqlite';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { EmbeddedDatabase } from './database.js';
import { Selection } from './selection.js';

/** The number of documents above which a thread reads them. */
const MANY = 257;
let folder: string;
let database: EmbeddedDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  database = new EmbeddedDatabase(join(folder, 'notes.sqlite'), { durability: 'normal' });
});
afterEach(async () => {
  await database.close();
  await rm(folder, { recursive: true });
});

const noted = (text: string, count: number) => Array.from({ length: count }, () => ({ text }));

test('all documents of a collection are read in a thread only where they are many', async () => {
  const { direct, threads } = database.readers;
  let asked = 0;
  const counting: Reader = {
    all(...read) {
      asked += 1;
      return threads.all(...read);
    },
    scan: (...read) => threads.scan(...read),
  };
  const live = database.collection('live');
  const readAll = () => new Selection(database.ensureTable('live'), {}).read({ direct, threads: counting });
  await live.insertMany(noted('old', MANY - 1));
  expect(await readAll()).toHaveLength(MANY - 1);
  expect(asked).toBe(0);
  await live.insertMany(noted('old', 1));
  expect(await readAll()).toHaveLength(MANY);
  expect(asked).toBe(1);
});

test('a long read of a collection that another one replaces meanwhile reads that one', async () => {
  const [live, next] = [database.collection('live'), database.collection('next')];
  await live.insertMany(noted('old', MANY));
  await next.insertMany(noted('new', 2));
  const reading = live.find({}).toArray();
  await next.rename('live', { dropTarget: true });
  expect((await reading).map(({ text }) => text)).toEqual(['new', 'new']);
});
