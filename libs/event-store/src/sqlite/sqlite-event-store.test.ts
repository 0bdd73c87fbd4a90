import { jest } from '@jest/globals';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { anEvent, deferred, expectedHashes } from '../contract/fixtures.js';
import { eventStoreContract } from '../event-store.contract.js';
import { EventStoreUnavailable, type EventStore } from '../event-store.js';
import { openEventStore } from '../open-event-store.js';
import { hashThread } from './open-hash-thread.js';
import { openDatabase } from './open-database.js';
import { SqliteEventStore } from './sqlite-event-store.js';

const NEVER_MS = 3_600_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-events-'));
});
afterEach(() => rm(folder, { recursive: true }));

eventStoreContract('SQLite', async () => {
  const own = await mkdtemp(join(tmpdir(), 'outlay-events-'));
  const store = await openEventStore({ file: join(own, 'events.db') });
  const close = async () => {
    await store.close();
    await rm(own, { recursive: true });
  };
  return { store, close };
});

const all = (store: EventStore) => store.readAll({ prefixes: [''], after: null, limit: 1000 });

describe('a SQLite event store', () => {
  test('creates its folder, and has the same events in the same order when reopened', async () => {
    const file = join(folder, 'deep', 'er', 'events.db');
    const first = await openEventStore({ file });
    await first.append('expense-1', [anEvent(1), anEvent(2)], 'no-stream');
    await first.append('payment-1', [anEvent(3)], 'no-stream');
    const written = await all(first);
    await first.close();
    const second = await openEventStore({ file });
    expect(await all(second)).toEqual(written);
    await second.append('expense-1', [anEvent(4)], 1);
    expect((await all(second)).map(({ data }) => data)).toEqual([1, 2, 3, 4]);
    await second.close();
  });

  test('tells an event that was removed from the file from one that is there', async () => {
    const store = await openEventStore({ file: join(folder, 'events.db') });
    await store.append('expense-1', [anEvent(1), anEvent(2), anEvent(3)], 'no-stream');
    const [, removed, last] = await all(store);
    const database = new DatabaseSync(join(folder, 'events.db'));
    database.exec('DELETE FROM events WHERE revision = 1');
    database.close();
    expect(await store.eventAt(removed?.position ?? '')).toBeNull();
    expect(await store.eventAt(last?.position ?? '')).toEqual(last);
    await store.close();
  });

  test('records the time of its clock', async () => {
    const at = '2026-02-28T23:59:59.999Z';
    const store = await openEventStore({ file: join(folder, 'events.db'), clock: { now: () => new Date(at) } });
    await store.append('expense-1', [anEvent()], 'no-stream');
    expect(await all(store)).toMatchObject([{ recordedAt: at }]);
    await store.close();
  });

  test('passes subscribers the events that another process writes to the same file', async () => {
    const file = join(folder, 'events.db');
    const [reader, writer] = [new SqliteEventStore(openDatabase(file), { pollMs: 20 }), await openEventStore({ file })];
    const caughtUp = deferred<void>();
    const seen = deferred<unknown>();
    const handle = async ({ data }: { data: unknown }) => seen.resolve(data);
    reader.subscribe({ prefixes: ['expense-'], after: null, handle, caughtUp: caughtUp.resolve });
    await caughtUp.promise;
    await writer.append('expense-1', [anEvent('from another process')], 'no-stream');
    expect(await seen.promise).toBe('from another process');
    await Promise.all([reader.close(), writer.close()]);
  });

  test('wakes subscribers for the events of its own process instead of waiting for the next poll', async () => {
    const store = new SqliteEventStore(openDatabase(join(folder, 'events.db')), { pollMs: NEVER_MS });
    let asleep = deferred<void>();
    const caughtUp = () => asleep.resolve();
    store.subscribe({ prefixes: ['expense-'], after: null, handle: async () => undefined, caughtUp });
    await asleep.promise;
    for (let n = 1; n <= 10; n += 1) {
      asleep = deferred();
      await store.append(`expense-${n}`, [anEvent()], 'no-stream');
      await asleep.promise;
    }
    await store.close();
  });

  test('writes what is being appended before it closes', async () => {
    const file = join(folder, 'events.db');
    const store = await openEventStore({ file });
    const appended = store.append('expense-1', [anEvent('last')], 'no-stream');
    await store.close();
    await appended;
    const reopened = await openEventStore({ file });
    expect(await all(reopened)).toMatchObject([{ data: 'last' }]);
    await reopened.close();
  });

  test('ends its subscriptions when closed', async () => {
    const store = await openEventStore({ file: join(folder, 'events.db') });
    const started = deferred<void>();
    let isDone = false;
    const handle = async () => {
      started.resolve();
      await new Promise((resolve) => setTimeout(resolve, 20));
      isDone = true;
    };
    await store.append('expense-1', [anEvent()], 'no-stream');
    store.subscribe({ prefixes: ['expense-'], after: null, handle });
    await started.promise;
    await store.close();
    expect(isDone).toBe(true);
    await expect(store.append('expense-1', [anEvent()], 0)).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await store.isReady()).toBe(false);
  });

  test('replays thousands of events without blocking the process', async () => {
    const store = await openEventStore({ file: join(folder, 'events.db') });
    await store.append(
      'expense-1',
      Array.from({ length: 5000 }, (_, n) => anEvent(n)),
      'no-stream',
    );
    let handled = 0;
    let turns = 0;
    const takeTurn = () => {
      turns += 1;
      if (handled < 5000) setImmediate(takeTurn);
    };
    takeTurn();
    await new Promise<void>((caughtUp) => {
      const handle = async () => void (handled += 1);
      store.subscribe({ prefixes: ['expense-'], after: null, handle, caughtUp });
    });
    expect(handled).toBe(5000);
    expect(turns).toBeGreaterThan(5);
    await store.close();
  });
});

describe('the hashes of many events', () => {
  const options = { prefixes: ['expense-'], after: null, limit: 500 };

  async function withManyEvents() {
    const file = join(folder, 'events.db');
    const store = await openEventStore({ file });
    const events = Array.from({ length: 200 }, (_, n) => anEvent(n));
    await store.append('expense-1', events, 'no-stream');
    return { file, store, expected: await all(store) };
  }

  test('are made in another thread, those of few here', async () => {
    const { file, store, expected } = await withManyEvents();
    const thread = hashThread(file);
    const run = jest.spyOn(thread, 'run');
    const observed = new SqliteEventStore(openDatabase(file), { hashThread: thread });
    const last = { ...options, after: expected[180]?.position ?? null };
    expect(await observed.readHashes(last)).toEqual(expectedHashes(expected.slice(181)));
    expect(run).not.toHaveBeenCalled();
    expect(await observed.readHashes(options)).toEqual(expectedHashes(expected));
    expect(await run.mock.results[0]?.value).toMatchObject({ positions: expected.map(({ position }) => position) });
    await Promise.all([store.close(), observed.close()]);
  });

  test('include one that cannot be read as JSON', async () => {
    const { file, store } = await withManyEvents();
    const other = new DatabaseSync(file);
    other.exec(`UPDATE events SET data = '{"cut' WHERE revision = 100`);
    other.close();
    expect(await store.readHashes(options)).toEqual(expectedHashes(await all(store)));
    await store.close();
  });
});

describe('a SQLite event store whose file fails', () => {
  function openWithDatabase() {
    const file = join(folder, 'events.db');
    const database = openDatabase(file, { busyTimeoutMs: 50 });
    return { file, database, store: new SqliteEventStore(database) };
  }

  async function expectUnavailableUntil(repair: () => void, store: EventStore) {
    const events = [anEvent('small'), anEvent('x'.repeat(100_000))];
    await expect(store.append('expense-1', events, 'no-stream')).rejects.toBeInstanceOf(EventStoreUnavailable);
    expect(await all(store)).toEqual([]);
    repair();
    expect(await store.isReady()).toBe(true);
    await store.append('expense-1', events, 'no-stream');
    expect(await all(store)).toHaveLength(2);
    await store.close();
  }

  test('rejects a whole append on a full disk, and accepts it when there is room', async () => {
    const { database, store } = openWithDatabase();
    database.run('PRAGMA max_page_count = 12');
    await expectUnavailableUntil(() => void database.run('PRAGMA max_page_count = 100000'), store);
  });

  test('is not ready while the file is read-only, but can be read', async () => {
    const { database, store } = openWithDatabase();
    database.exec('PRAGMA query_only = 1');
    expect(await store.isReady()).toBe(false);
    await expectUnavailableUntil(() => database.exec('PRAGMA query_only = 0'), store);
  });

  test('is unavailable while another process locks the file', async () => {
    const { file, store } = openWithDatabase();
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    expect(await store.isReady()).toBe(false);
    await expectUnavailableUntil(() => other.close(), store);
  });

  test.each(['a file that is not a database', 'a folder that cannot be created'])(
    'cannot be opened on %s',
    async (kind) => {
      const file = join(folder, 'taken');
      await writeFile(file, 'This is text, long enough to be read as the header of a database. '.repeat(9));
      const opened = openEventStore({ file: kind.startsWith('a file') ? file : join(file, 'events.db') });
      await expect(opened).rejects.toBeInstanceOf(EventStoreUnavailable);
    },
  );
});
