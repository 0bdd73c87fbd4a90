import { spawn } from 'node:child_process';
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
  const ids = new SeededIds('consumer');
  beforeEach(async () => {
    folder = await tempFolder('eventstore-consumer');
    server = await EventStoreDbServer.start();
    store = await openEventStore({ url: server.url, file: '' });
  });
  afterEach(async () => {
    await store.close();
    server.stop();
    await folder.remove();
  });

  const file = () => join(folder.path, 'events.db');
  function start() {
    const env = { ...process.env, EVENTSTORE_URL: server.url };
    const child = spawn(process.execPath, [FOLLOW, file()], { env, stdio: ['ignore', 'ignore', 'pipe'] });
    let errors = '';
    child.stderr.on('data', (chunk: Buffer) => (errors += chunk.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }));
    const kill = () => {
      child.kill('SIGKILL');
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
    // Before its first start.
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
  const hasAll = async (count: number) => eventually(async () => stored().length === count, 20_000);

  it('killed again and again while events are written, has each event once', async () => {
    const writing = write(600);
    for (let kills = 0; kills < 8; kills += 1) {
      const { kill } = start();
      await pause(200 + Math.random() * 400);
      const { code, errors } = await kill();
      expect({ code, errors }).toEqual({ code: null, errors: '' });
    }
    await writing;
    const { kill } = start();
    await hasAll(600);
    // What a killed process had stored and not acknowledged comes again, and is acknowledged then.
    await eventually(() => server.persistent.received.acks >= 600, 20_000);
    await kill();
    expect(stored()).toEqual(await expected());
  });

  it('asks again for an event that came before the one it follows', async () => {
    await write(4 * STREAMS);
    server.persistent.isReversed = true;
    const { kill } = start();
    await hasAll(4 * STREAMS);
    await kill();
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
