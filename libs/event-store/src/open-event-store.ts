import type { Clock } from '@outlay/runtime';
import type { EventStore } from './event-store.js';
import { SqliteDatabase } from './sqlite/sqlite-database.js';
import { SqliteEventStore } from './sqlite/sqlite-event-store.js';

export interface EventStoreOptions {
  /** The database file of the embedded store; it and its folder are made when missing. */
  readonly file: string;
  readonly clock?: Clock;
}

/** Opens the event store the options ask for. Throws `EventStoreUnavailable` when the file cannot be opened. */
export async function openEventStore({ file, clock }: EventStoreOptions): Promise<EventStore> {
  return new SqliteEventStore(SqliteDatabase.open(file), clock);
}
