import type { openDocuments } from '@outlay/documents';
import type { EventStore } from '@outlay/event-store';
import { storeCalls } from '@outlay/telemetry';

const COUNTED = ['append', 'readStream', 'readAll', 'head', 'subscribe'] as const;
/** The driver's own. */
const UNCOUNTED = ['ping', 'hello', 'endSessions'];

/** Counts the calls of an event store on a server. */
export function countEventStoreCalls(store: EventStore): EventStore {
  for (const call of COUNTED) {
    const original = store[call].bind(store) as (...parameters: unknown[]) => unknown;
    const counted = (...parameters: unknown[]) => {
      storeCalls.inc({ store: 'events', call });
      return original(...parameters);
    };
    Object.assign(store, { [call]: counted });
  }
  return store;
}

/** Counts the commands that a connection sends to MongoDB, by name and collection. */
export function countCommands(documents: Awaited<ReturnType<typeof openDocuments>>): void {
  documents.getClient().on('commandStarted', ({ commandName, command }) => {
    if (UNCOUNTED.includes(commandName)) return;
    storeCalls.inc({ store: 'documents', call: `${commandName} ${String(command[commandName])}` });
  });
}
