import { join } from 'node:path';
import { openEventStore, type EventStore, type EventStoreOptions } from '@outlay/event-store';
import { inNamespace } from '@outlay/event-store/contract';

interface Where {
  /** Opens a file even if EVENTSTORE_URL is set, for what an operator does to the file. */
  readonly embedded?: boolean;
}

/** Uses a namespace of its own on the server of EVENTSTORE_URL, if that is set. */
export function testEventStoreOptions(
  folder: string,
  { embedded = false }: Where = {},
): Pick<EventStoreOptions, 'file' | 'url'> {
  const server = embedded ? undefined : process.env.EVENTSTORE_URL;
  return { file: join(folder, 'events.db'), ...(server && { url: inNamespace(server) }) };
}

export function openTestEventStore(folder: string, where?: Where): Promise<EventStore> {
  return openEventStore(testEventStoreOptions(folder, where));
}
