// Serves the double of EventStoreDB, and prints its address.
import { EventStoreDbServer } from '../src/eventstoredb/testing/eventstoredb-server.ts';

/** The delay is about that of a real server. */
const INDEX_DELAY_MS = 2;

const server = await EventStoreDbServer.start();
server.log.indexDelayMs = INDEX_DELAY_MS;
console.log(server.url);
