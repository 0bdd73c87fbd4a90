import type { openDocuments } from '@outlay/documents';
import type { EventStore } from '@outlay/event-store';
import { inSpan, startSpan, storeCalls } from '@outlay/telemetry';

const CALLS = ['append', 'readStream', 'readAll', 'eventAt', 'head', 'subscribe'] as const;
/** The driver's own. */
const UNOBSERVED = ['ping', 'hello', 'endSessions'];

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

/** Counts and traces the commands that a connection sends to MongoDB, by name and collection. */
export function observeCommands(documents: Awaited<ReturnType<typeof openDocuments>>): void {
  const spans = new Map<number, (error?: unknown) => void>();
  const end = (requestId: number, error?: unknown) => {
    spans.get(requestId)?.(error);
    spans.delete(requestId);
  };
  documents
    .getClient()
    .on('commandStarted', ({ commandName, command, requestId }) => {
      if (UNOBSERVED.includes(commandName)) return;
      const call = `${commandName} ${String(command[commandName])}`;
      storeCalls.inc({ store: 'documents', call });
      spans.set(requestId, startSpan(`documents ${call}`, { kind: 'client' }));
    })
    .on('commandSucceeded', ({ requestId }) => end(requestId))
    .on('commandFailed', ({ requestId, failure }) => end(requestId, failure));
}
