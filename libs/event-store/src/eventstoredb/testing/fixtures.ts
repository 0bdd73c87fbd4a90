import type { EventStore } from '../../event-store.js';
import { openEventStoreDb } from '../eventstoredb-event-store.js';
import type { Timeouts } from '../timeouts.js';
import { EventStoreDbServer } from './eventstoredb-server.js';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** Even a busy machine keeps these deadlines; pauses are short. A test that waits for a deadline shortens it. */
const testTimeouts = (): Mutable<Timeouts> => ({
  append: 10_000,
  answer: 20,
  findIdle: 10_000,
  readIdle: 10_000,
  watchIdle: 10_000,
  ready: 10_000,
  reconnectPause: 50,
  resubscribePause: 50,
  watchInterval: 50,
  recentHead: 75,
  watchGrace: 50,
});

export function withServer() {
  const given = {} as { server: EventStoreDbServer; store: EventStore; timeouts: Mutable<Timeouts> };
  beforeEach(async () => {
    given.server = await EventStoreDbServer.start();
    given.timeouts = testTimeouts();
    given.store = openEventStoreDb(given.server.url, given.timeouts);
  });
  afterEach(async () => {
    await given.store.close();
    given.server.stop();
  });
  return given;
}
