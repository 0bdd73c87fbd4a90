import type { ReadOnly } from '@outlay/sqlite';
import type { Clock } from '@outlay/time';
import type { EventStore } from './event-store.js';
import { openDatabase } from './sqlite/open-database.js';
import { hashThread } from './sqlite/open-hash-thread.js';
import { SqliteEventStore } from './sqlite/sqlite-event-store.js';

export interface EventStoreOptions {
  /** `esdb://user:password@host:2113`; `?namespace=acme` separates installations that share a server. */
  readonly url?: string;
  readonly file: string;
  readonly clock?: Clock;
  /**
   * Opens the store without writing anything, not even an extra file, for work that reads much and that nobody waits
   * for: a server may be silent for half a minute before a read fails.
   */
  readonly readOnly?: ReadOnly | undefined;
}

/** A server may be down. @throws EventStoreUnavailable if the file cannot be opened; RangeError for a malformed URL */
export async function openEventStore({ url, file, clock, readOnly }: EventStoreOptions): Promise<EventStore> {
  if (!url) {
    return new SqliteEventStore(openDatabase(file, { readOnly }), {
      clock,
      hashThread: readOnly ? null : hashThread(file),
    });
  }
  // Loaded on demand: the client takes most of a second to load.
  const { openEventStoreDb } = await import('./eventstoredb/eventstoredb-event-store.js');
  const { DEFAULT_TIMEOUTS, READING_TIMEOUTS } = await import('./eventstoredb/timeouts.js');
  return openEventStoreDb(url, readOnly ? READING_TIMEOUTS : DEFAULT_TIMEOUTS);
}
