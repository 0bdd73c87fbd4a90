import type { EventStore } from '@outlay/event-store';
import { inSpan, startSpan, storeCalls } from '@outlay/telemetry';

const CALLS = ['append', 'readStream', 'readAll', 'eventAt', 'head', 'subscribe'] as const;
const PROBE = 'ping ';

/** Counts the calls of an event store on a server, and traces all but subscriptions, which stay open. */
export function observeEventStore(store: EventStore): EventStore {
  for (const call of CALLS) {
    const original = store[call].bind(store) as (...parameters: unknown[]) => unknown;
    const observed = (...parameters: unknown[]) => {
      storeCalls.inc({ store: 'events', call });
      if (call === 'subscribe') return original(...parameters);
      return inSpan(`events ${call}`, { kind: 'client' }, async () => original(...parameters));
    };
    Object.assign(store, { [call]: observed });
  }
  return store;
}

/** Counts and traces the calls of MongoDB, by name and collection. */
export function observeDocuments(call: string): (error?: unknown) => void {
  if (call.startsWith(PROBE)) return () => undefined;
  storeCalls.inc({ store: 'documents', call });
  return startSpan(`documents ${call}`, { kind: 'client' });
}
