import type { EventMetadata, MessageContext } from '@outlay/contracts';
import { eventHash, type RecordedEvent } from '@outlay/event-store';
import { currentVersion, type EventVersions } from './event-versions.js';
import type { DomainEvent } from './stream-type.js';

const SYSTEM = { id: 'system', email: 'system', role: 'system' } as const;

/** The stream and revision that the events are appended after. */
interface StreamHead {
  readonly stream: string;
  readonly revision: number;
  readonly headHash: string | null;
  readonly versions: EventVersions;
}

export interface EnvelopeInputs {
  readonly context: MessageContext;
  readonly at: string;
  readonly eventId: (index: number) => string;
  readonly requestHash?: string | undefined;
}

/** Each event contains the hash of the one before. */
export function toEnvelopes(
  { stream, revision, headHash, versions }: StreamHead,
  events: readonly DomainEvent[],
  { context, at, eventId, requestHash }: EnvelopeInputs,
): RecordedEvent[] {
  const { actor, correlationId } = context;
  let previousHash = headHash;
  return events.map(({ type, data }, index) => {
    const metadata: EventMetadata = {
      schemaVersion: currentVersion(versions, type),
      actor: actor ? { id: actor.id, email: actor.email, role: actor.role } : SYSTEM,
      at,
      correlationId,
      causationId: null,
      previousHash,
      ...(index === 0 && requestHash !== undefined && { requestHash }),
    };
    const envelope: RecordedEvent = {
      id: eventId(index),
      type,
      data,
      metadata,
      stream,
      revision: revision + 1 + index,
      // Assigned by the store, and not part of the hash.
      position: '',
      recordedAt: '',
    };
    previousHash = eventHash(envelope);
    return envelope;
  });
}
