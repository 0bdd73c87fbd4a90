import { DEFAULT_TIMEOUTS } from '../eventstoredb/timeouts.js';
import type { EventStore } from '../event-store.js';

/** Deadlines have tests of their own; in the others, a busy machine may take long. */
const PATIENT = { ...DEFAULT_TIMEOUTS, append: 30_000, findIdle: 30_000, readIdle: 30_000, watchIdle: 30_000 };

export async function openPatientEventStoreDb(url: string): Promise<EventStore> {
  // Loaded on demand: the client takes most of a second to load.
  const { openEventStoreDb } = await import('../eventstoredb/eventstoredb-event-store.js');
  return openEventStoreDb(url, PATIENT);
}
