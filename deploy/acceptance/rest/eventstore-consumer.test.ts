import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import { eventHash, openEventStore, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { EventStoreDbServer } from '@outlay/event-store/testing';
import { SeededIds, eventually, tempFolder } from '@outlay/testing';

const FOLLOW = join(import.meta.dirname, '..', '..', 'examples', 'consumer', 'follow-eventstore.mjs');
const STREAMS = 12;

describe('the example of a consumer of EventStoreDB', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let server: EventStoreDbServer;
  let store: EventStore;
  let child: ChildProcess | undefined;
  const ids = new SeededIds('consumer');
  beforeEach(async () => {
    folder = await tempFolder('eventstore-consumer');
    server = await EventStoreDbServer.start();
    store = await openEventStore({ url: server.url, file: '' });
  });
  afterEach(async () => {
    child?.kill('SIGKILL');
    await store.close();
    server.stop();
    await folder.remove();
  });

  const file = () => join(folder.path, 'events.db');
  function start() {
    const env = { ...process.env, EVENTSTORE_URL: server.url };
    const started = spawn(process.execPath, [FOLLOW, file()], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    child = started;
    let errors = '';
    started.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(started, 'close').then(([code]) => ({ code: code as number | null, errors }));
    const kill = () => {
      started.kill('SIGKILL');
      return ended;
    };
    return { ended, kill };
  }

  const heads = new Map<string, { revision: number; hash: string }>();
  beforeEach(() => heads.clear());
  /** The next events of one stream after another, each with the hash of the one before it. */
  async function write(count: number): Promise<void> {
    for (let n = 0; n < count; n += 1) {
      const stream = `${n % 2 === 0 ? 'expense' : 'account'}-${n % STREAMS}`;
      const head = heads.get(stream);
      const metadata = { previousHash: head?.hash ?? null, at: '2026-05-04T08:00:00.000Z' };
      const event = { id: ids.uuid(), type: 'Tested', data: { n, text: 'Ünïcødé 🧾' }, metadata };
      await store.append(stream, [event], head?.revision ?? 'no-stream');
      const revision = (head?.revision ?? -1) + 1;
      heads.set(stream, { revision, hash: eventHash({ ...event, stream, revision }) });
    }
  }

  const all = () => store.readAll({ prefixes: ['expense-', 'account-'], after: null, limit: 5000 });
  const nameOf = ({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>) => `${stream} ${revision}`;
  function stored(): { name: string; hash: string }[] {
    // The file does not exist before the first start.
    if (!existsSync(file())) return [];
    const database = new DatabaseSync(file(), { readOnly: true, timeout: 1000 });
    try {
      if (!database.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'events'").get()) return [];
      return database
        .prepare("SELECT stream || ' ' || revision AS name, hash FROM events ORDER BY name")
        .all()
        .map(({ name, hash }) => ({ name: String(name), hash: String(hash) }));
    } finally {
      database.close();
    }
  }
  const expected = async () =>
    (await all())
      .map((event) => ({ name: nameOf(event), hash: eventHash(event) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  /** @throws Error with what the consumer said, if it ended */
  const until = (condition: () => boolean, { ended }: ReturnType<typeof start>) =>
    Promise.race([
      eventually(condition, 20_000),
      ended.then(({ code, errors }) => {
        throw new Error(`The consumer ended with ${code}: ${errors}`);
      }),
    ]);
  const hasAll = (count: number, consumer: ReturnType<typeof start>) =>
    until(() => stored().length === count, consumer);

  it('killed again and again while events are written, has each event once', async () => {
    const writing = write(600);
    for (let kills = 0; kills < 8; kills += 1) {
      const { kill } = start();
      await pause(200 + Math.random() * 400);
      const { code, errors } = await kill();
      expect({ code, errors }).toEqual({ code: null, errors: '' });
    }
    await writing;
    const consumer = start();
    await hasAll(600, consumer);
    // Events that a killed process had stored and not acknowledged come again, and are acknowledged then.
    await until(() => server.persistent.received.acks >= 600, consumer);
    await consumer.kill();
    expect(stored()).toEqual(await expected());
  });

  it('waits for somebody who reads its file', async () => {
    await write(STREAMS);
    const reader = new DatabaseSync(file());
    reader.exec('PRAGMA journal_mode = WAL; BEGIN EXCLUSIVE');
    const consumer = start();
    expect(await Promise.race([consumer.ended, pause(1000, 'waits')])).toBe('waits');
    reader.close();
    await hasAll(STREAMS, consumer);
    await consumer.kill();
  });

  it('asks again for an event that came before the one it follows', async () => {
    await write(4 * STREAMS);
    server.persistent.isReversed = true;
    const consumer = start();
    await hasAll(4 * STREAMS, consumer);
    await consumer.kill();
    expect(stored()).toEqual(await expected());
    expect(server.persistent.received.retries).toBeGreaterThan(0);
  });

  it('ends at an event that was altered', async () => {
    await write(2 * STREAMS);
    const altered = server.log.events.find(({ stream, revision }) => stream === 'expense-4' && revision === 0);
    if (!altered) throw new Error('There is no such event');
    Object.assign(altered, { data: Buffer.from('{"n":4,"text":"another"}') });
    expect(await start().ended).toEqual({ code: 1, errors: 'Revision 1 of expense-4 breaks its chain\n' });
  });
});
