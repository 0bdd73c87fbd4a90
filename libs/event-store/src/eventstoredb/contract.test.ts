import { anEvent, deferred, Inbox, inNamespace, newCategory, readAllOf } from '../contract/fixtures.js';
import { openPatientEventStoreDb } from '../contract/patient.js';
import { eventStoreContract } from '../event-store.contract.js';
import type { EventStore } from '../event-store.js';
import { EventStoreDbServer, type Faults } from './testing/eventstoredb-server.js';

/** A real server has such a delay: a repeated append can arrive while the first one is not indexed yet. */
const INDEX_DELAY_MS = 5;

interface Server {
  readonly url: string;
  readonly stop: () => void;
}

async function startDouble(batches: Faults['batches'] = null): Promise<Server> {
  const server = await EventStoreDbServer.start();
  server.faults.batches = batches;
  server.log.indexDelayMs = INDEX_DELAY_MS;
  return { url: server.url, stop: () => server.stop() };
}

const { EVENTSTORE_URL: url } = process.env;
if (!url) test.skip('A real EventStoreDB passes the contract: EVENTSTORE_URL is not set', () => undefined);

describe(url ? 'EventStoreDB at EVENTSTORE_URL' : 'EventStoreDB, simulated', () => {
  let server: Server;
  beforeAll(async () => {
    server = url ? { url, stop: () => undefined } : await startDouble();
  });
  afterAll(() => server.stop());

  const open = async (namespace?: string) => {
    const address = namespace === undefined ? server.url : inNamespace(server.url, namespace);
    const store = await openPatientEventStoreDb(address);
    return { store, close: () => store.close() };
  };
  eventStoreContract('The whole server', () => open());
  eventStoreContract('A namespace', () => open(newCategory()));
  if (!url)
    eventStoreContract('A server that takes one append a call', async () => {
      const own = await startDouble('not offered');
      const store = await openPatientEventStoreDb(own.url);
      return { store, close: () => store.close().then(own.stop) };
    });

  test('keeps the events of several installations apart, whatever their names', async () => {
    const category = newCategory();
    const stream = `${category}-1`;
    const installations = await Promise.all([undefined, category, `${category}2`].map(open));
    try {
      for (const [n, { store }] of installations.entries()) await store.append(stream, [anEvent(n)], 'no-stream');
      for (const [n, { store }] of installations.entries()) {
        const own = await store.readStream(stream);
        expect(own).toMatchObject([{ stream, revision: 0, data: n }]);
        expect(await readAllOf(store, [`${category}-`])).toEqual(own);
        expect(await followed(store, `${category}-`)).toEqual(own);
      }
    } finally {
      for (const { close } of installations) await close();
    }
  });
});

async function followed(store: EventStore, prefix: string) {
  const inbox = new Inbox();
  const caughtUp = deferred<void>();
  const handle = async (event: Parameters<Inbox['add']>[0]) => inbox.add(event);
  store.subscribe({ prefixes: [prefix], after: null, handle, caughtUp: caughtUp.resolve });
  await caughtUp.promise;
  return inbox.events;
}
