import { join } from 'node:path';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { inNamespace } from '@outlay/event-store/contract';

export function openTestEventStore(folder: string): Promise<EventStore> {
  const { EVENTSTORE_URL: server } = process.env;
  return openEventStore({ file: join(folder, 'events.db'), url: server && inNamespace(server) });
}
