import { setTimeout } from 'node:timers/promises';
import { anEvent, deferred, Inbox } from '../contract/fixtures.js';
import { EventStoreUnavailable, type EventStore } from '../event-store.js';
import { openEventStore } from '../open-event-store.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { EventStoreDbServer } from './testing/eventstoredb-server.js';

// The real timeouts apply, because gRPC's own backoff between connection attempts starts at a second.
let server: EventStoreDbServer;
let store: EventStore;
beforeEach(async () => {
  server = await EventStoreDbServer.start();
  store = openEventStoreDb(server.url);
});
afterEach(async () => {
  await store.close();
  server.stop();
});

test('many callers during an outage leave few connections open afterwards', async () => {
  const events = [anEvent()];
  const append = () => store.append('expense-1', events, 'no-stream');
  const sockets = () => process.getActiveResourcesInfo().filter((kind) => kind === 'TCPSocketWrap').length;
  server.stop();
  const before = sockets();
  let isDown = true;
  const keepCalling = async () => {
    while (isDown) {
      await append().catch(() => undefined);
      await setTimeout(2);
    }
  };
  const callers = Array.from({ length: 20 }, keepCalling);
  await setTimeout(2000);
  isDown = false;
  await server.restart();
  await Promise.all(callers);
  // By then the client has retried every failed connection.
  await setTimeout(2000);
  expect((await append()).revision).toBe(0);
  expect(sockets() - before).toBeLessThan(8);
});

test('a subscription resumes after an outage of many connection attempts', async () => {
  await store.append('expense-1', [anEvent(1)], 'no-stream');
  const inbox = new Inbox();
  const caughtUp = deferred<void>();
  const handle = async (event: Parameters<Inbox['add']>[0]) => inbox.add(event);
  store.subscribe({ prefixes: ['expense-'], after: null, handle, caughtUp: caughtUp.resolve });
  await caughtUp.promise;
  server.stop();
  await setTimeout(5000);
  await server.restart();
  await inbox.received(1);
  const writer = openEventStoreDb(server.url);
  await writer.append('expense-1', [anEvent(2)], 0);
  await inbox.received(2);
  expect(inbox.events.map(({ data }) => data)).toEqual([1, 2]);
  await writer.close();
});

test('a thread that only reads outlasts a silence that a caller would not wait for', async () => {
  await store.append('expense-1', [anEvent()], 'no-stream');
  const reader = await openEventStore({ url: server.url, file: '', readOnly: 'in-use' });
  server.faults.read = { slowBy: 3_500 };
  const reads = [store, reader].map((from) => from.readStream('expense-1'));
  await expect(reads[0]).rejects.toBeInstanceOf(EventStoreUnavailable);
  expect(await reads[1]).toHaveLength(1);
  await reader.close();
});
