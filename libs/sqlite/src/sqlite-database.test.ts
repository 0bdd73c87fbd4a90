import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isConstraintViolation } from './file-failure.js';
import { SqliteDatabase, type SqliteOptions } from './sqlite-database.js';

class Unavailable extends Error {}

let folder: string;
const opened: SqliteDatabase[] = [];
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-sqlite-'));
});
afterEach(async () => {
  for (const database of opened.splice(0)) database.close();
  await rm(folder, { recursive: true });
});

function open(options: Partial<SqliteOptions> = {}, file = join(folder, 'test.db')): SqliteDatabase {
  const unavailable = (failure: Error) => new Unavailable(failure.message, { cause: failure });
  const database = SqliteDatabase.open(file, { busyTimeoutMs: 20, unavailable, ...options });
  opened.push(database);
  return database;
}

function openWithTable(options?: Partial<SqliteOptions>): SqliteDatabase {
  const database = open(options);
  database.exec('CREATE TABLE IF NOT EXISTS items (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE)');
  return database;
}

const insert = (database: SqliteDatabase, name: string) => database.run('INSERT INTO items (name) VALUES (?)', [name]);
const names = (database: SqliteDatabase) => database.all('SELECT name FROM items ORDER BY id').map(({ name }) => name);
const pragma = (database: SqliteDatabase, name: string) => Object.values(database.get(`PRAGMA ${name}`) ?? {})[0];

describe('opening', () => {
  test('creates the folder and uses a durable write-ahead log by default', () => {
    const database = open({}, join(folder, 'new', 'folder', 'test.db'));
    expect(pragma(database, 'journal_mode')).toBe('wal');
    expect(pragma(database, 'synchronous')).toBe(2);
    expect(pragma(database, 'wal_autocheckpoint')).toBe(1000);
    expect(pragma(database, 'busy_timeout')).toBe(20);
  });

  test('takes the chosen durability and size of the log', () => {
    const database = open({ durability: 'normal', checkpointPages: 8000 });
    expect(pragma(database, 'synchronous')).toBe(1);
    expect(pragma(database, 'wal_autocheckpoint')).toBe(8000);
  });

  test('a file that is not a database is unavailable', async () => {
    const file = join(folder, 'text');
    await writeFile(file, 'This is text and not a database. '.repeat(9));
    expect(() => open({}, file)).toThrow(Unavailable);
  });

  test('a folder that cannot be created is unavailable, with the cause', async () => {
    const file = join(folder, 'text');
    await writeFile(file, 'not a folder');
    expect(() => open({}, join(file, 'test.db'))).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ syscall: 'mkdir' }) }),
    );
  });
});

describe('statements', () => {
  test('return what they changed and what they read', () => {
    const database = openWithTable();
    expect(insert(database, 'one')).toEqual({ changes: 1, lastInsertRowid: 1 });
    expect(insert(database, 'two')).toEqual({ changes: 1, lastInsertRowid: 2 });
    expect(database.run('DELETE FROM items WHERE id > ?', [9]).changes).toBe(0);
    expect(database.get('SELECT name FROM items WHERE id = ?', [2])).toEqual({ name: 'two' });
    expect(database.get('SELECT name FROM items WHERE id = ?', [3])).toBeUndefined();
    expect(names(database)).toEqual(['one', 'two']);
  });

  test('iterate over rows, and can run again after an iteration that was broken off', () => {
    const database = openWithTable();
    for (const name of ['one', 'two', 'three']) insert(database, name);
    const sql = 'SELECT name FROM items WHERE id >= ? ORDER BY id';
    for (const row of database.iterate(sql, [2])) {
      expect(row).toEqual({ name: 'two' });
      break;
    }
    expect([...database.iterate(sql, [1])]).toHaveLength(3);
  });

  test('keep working when there are more of them than are cached', () => {
    const database = openWithTable();
    for (let n = 0; n < 1200; n += 1) expect(database.get(`SELECT ${n} AS n`)).toEqual({ n });
    expect(database.get('SELECT 0 AS n')).toEqual({ n: 0 });
  });

  test('throw errors of the statement as they are', () => {
    const database = openWithTable();
    insert(database, 'one');
    expect(() => database.get('SELECT nonsense FROM items')).toThrow('no such column');
    expect(() => [...database.iterate('SELECT nonsense FROM items')]).toThrow('no such column');
    let refusal: unknown;
    try {
      insert(database, 'one');
    } catch (error) {
      refusal = error;
    }
    expect(refusal).not.toBeInstanceOf(Unavailable);
    expect(isConstraintViolation(refusal)).toBe(true);
  });
});

describe('a transaction', () => {
  test('commits all its writes and returns the result', () => {
    const database = openWithTable();
    const result = database.transaction(() => {
      expect(database.isInTransaction).toBe(true);
      insert(database, 'one');
      return insert(database, 'two').lastInsertRowid;
    });
    expect(result).toBe(2);
    expect(database.isInTransaction).toBe(false);
    expect(names(openWithTable())).toEqual(['one', 'two']);
  });

  test('undoes all its writes when the work throws', () => {
    const database = openWithTable();
    const failing = () =>
      database.transaction(() => {
        insert(database, 'one');
        throw new Error('changed my mind');
      });
    expect(failing).toThrow('changed my mind');
    expect(database.isInTransaction).toBe(false);
    expect(names(database)).toEqual([]);
  });

  test('inside another joins it', () => {
    const database = openWithTable();
    const failing = () =>
      database.transaction(() => {
        database.transaction(() => insert(database, 'inner'));
        expect(database.isInTransaction).toBe(true);
        throw new Error('outer');
      });
    expect(failing).toThrow('outer');
    expect(names(database)).toEqual([]);
  });

  test('locks out other writers from its start', () => {
    const [database, other] = [openWithTable(), open()];
    database.transaction(() => expect(() => insert(other, 'one')).toThrow(Unavailable));
    insert(other, 'one');
    expect(names(database)).toEqual(['one']);
  });

  test('on a full disk is unavailable, undone as a whole, and possible again when there is room', () => {
    const database = openWithTable();
    insert(database, 'before');
    database.run('PRAGMA max_page_count = 8');
    const filling = () =>
      database.transaction(() => {
        insert(database, 'small');
        insert(database, 'x'.repeat(100_000));
      });
    expect(filling).toThrow(Unavailable);
    expect(database.isInTransaction).toBe(false);
    expect(names(database)).toEqual(['before']);
    database.run('PRAGMA max_page_count = 1000');
    filling();
    expect(names(database)).toHaveLength(3);
  });
});

describe('a savepoint', () => {
  test('keeps its writes with those of its transaction', () => {
    const database = openWithTable();
    database.transaction(() => {
      insert(database, 'one');
      expect(database.savepoint(() => insert(database, 'two')).changes).toBe(1);
    });
    expect(names(database)).toEqual(['one', 'two']);
  });

  test('that throws undoes only its own writes', () => {
    const database = openWithTable();
    database.transaction(() => {
      insert(database, 'one');
      const failing = () =>
        database.savepoint(() => {
          insert(database, 'two');
          throw new Error('not this one');
        });
      expect(failing).toThrow('not this one');
      database.savepoint(() => insert(database, 'three'));
    });
    expect(names(database)).toEqual(['one', 'three']);
  });
});

describe('a closed database', () => {
  test('is unavailable and can be closed again', () => {
    const database = openWithTable();
    insert(database, 'one');
    database.close();
    database.close();
    expect(database.isInTransaction).toBe(false);
    expect(() => insert(database, 'two')).toThrow(Unavailable);
    expect(() => [...database.iterate('SELECT 1')]).toThrow(Unavailable);
    expect(() => database.exec('VACUUM')).toThrow(Unavailable);
    expect(() => database.transaction(() => undefined)).toThrow(Unavailable);
  });
});
