import type { Clock } from '@outlay/time';
import type { EventStore } from './event-store.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';
import { SqliteEventStore } from './sqlite/sqlite-event-store.js';

export interface EventStoreOptions {
  /**
   * An EventStoreDB, `esdb://user:password@host:2113`; the embedded store where there is none. `?namespace=acme` keeps its
   * streams apart from those of other installations on the same server.
   */
  readonly url?: string;
  /** The database file of the embedded store; it and its folder are made when missing. */
  readonly file: string;
  /** What the embedded store goes by. */
  readonly clock?: Clock;
}

/**
 * Opens the event store the options ask for. Throws `EventStoreUnavailable` when the file cannot be opened, and
 * `RangeError` for a URL that is not one of EventStoreDB; a server that is down is waited for by `isReady`.
 */
export async function openEventStore({ url, file, clock }: EventStoreOptions): Promise<EventStore> {
  if (!url) return new SqliteEventStore(SqliteDatabase.open(file), clock);
  // Loading the client takes most of a second, which those who do without it need not wait.
  const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-event-store.js');
  return openEventStoreDb(url);
}
