import { eventStoreContract } from '../event-store.contract.js';
import { openEventStoreDb } from './eventstoredb-event-store.js';
import { EventStoreDbServer } from './testing/eventstoredb-server.js';

eventStoreContract('EventStoreDB, its protocol spoken by this repository,', async () => {
  const server = await EventStoreDbServer.start();
  const store = openEventStoreDb(server.url);
  const close = async () => {
    await store.close();
    server.stop();
  };
  return { store, close };
});

const { EVENTSTORE_URL: url } = process.env;
if (url) {
  eventStoreContract('EventStoreDB of EVENTSTORE_URL', async () => {
    const store = openEventStoreDb(url);
    return { store, close: () => store.close() };
  });
} else {
  test.skip('A real EventStoreDB passes the contract: EVENTSTORE_URL is not set', () => undefined);
}
