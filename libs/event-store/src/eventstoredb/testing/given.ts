import type { EventStore } from '../../event-store.js';
import { openEventStoreDb } from '../eventstoredb-event-store.js';
import { EventStoreDbServer } from './eventstoredb-server.js';

/** A server, and a store on it; both are gone after the test. */
export function eachOnAServer() {
  const given = {} as { server: EventStoreDbServer; store: EventStore };
  beforeEach(async () => {
    given.server = await EventStoreDbServer.start();
    given.store = openEventStoreDb(given.server.url);
  });
  afterEach(async () => {
    await given.store.close();
    given.server.stop();
  });
  return given;
}

/** How many milliseconds something took to succeed or to fail. */
export async function timeOf(work: Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work.catch(() => undefined);
  return performance.now() - startedAt;
}
