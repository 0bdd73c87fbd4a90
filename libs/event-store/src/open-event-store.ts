import type { Clock } from '@outlay/time';
import type { EventStore } from './event-store.js';
import { openDatabase } from './sqlite/open-database.js';
import { SqliteEventStore } from './sqlite/sqlite-event-store.js';

export interface EventStoreOptions {
  /**
   * An EventStoreDB, `esdb://user:password@host:2113`; without it, the embedded store is used. `?namespace=acme` keeps its
   * streams apart from those of other installations on the same server.
   */
  readonly url?: string;
  /** The database file of the embedded store; it and its folder are created if missing. */
  readonly file: string;
  readonly clock?: Clock;
}

/**
 * Opens an event store. A server may be down: the store connects once it is up, and `isReady` reports it.
 * @throws EventStoreUnavailable if the file cannot be opened
 * @throws RangeError if the URL is not a valid EventStoreDB URL
 */
export async function openEventStore({ url, file, clock }: EventStoreOptions): Promise<EventStore> {
  if (!url) return new SqliteEventStore(openDatabase(file), clock);
  // Loaded on demand: the client takes most of a second to load.
  const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-event-store.js');
  return openEventStoreDb(url);
}
