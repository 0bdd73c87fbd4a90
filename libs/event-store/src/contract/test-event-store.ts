import { join } from 'node:path';
import type { EventStore } from '../event-store.js';
import { openEventStore, type EventStoreOptions } from '../open-event-store.js';
import { inNamespace } from './fixtures.js';
import { openPatientEventStoreDb } from './patient.js';

const { EVENTSTORE_URL: server } = process.env;

/** Tests of the embedded store’s file are skipped where EVENTSTORE_URL names a server. */
export const embedded = {
  get describe() {
    return server ? describe.skip : describe;
  },
  get it() {
    return server ? it.skip : it;
  },
};

/** Uses a namespace of its own on the server of EVENTSTORE_URL, if that is set. */
export function testEventStoreOptions(folder: string): Pick<EventStoreOptions, 'file' | 'url'> {
  return { file: join(folder, 'events.db'), ...(server && { url: inNamespace(server) }) };
}

export function openTestEventStore(folder: string, { file, url } = testEventStoreOptions(folder)): Promise<EventStore> {
  return url ? openPatientEventStoreDb(url) : openEventStore({ file });
}
