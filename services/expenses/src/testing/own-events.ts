import { join } from 'node:path';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { inNamespace } from '@outlay/event-store/contract';

/** An event store that no other test sees: embedded, or a namespace on the EventStoreDB of EVENTSTORE_URL. */
export function openOwnEvents(folder: string): Promise<EventStore> {
  const { EVENTSTORE_URL: server } = process.env;
  return openEventStore({ file: join(folder, 'events.db'), url: server && inNamespace(server) });
}
