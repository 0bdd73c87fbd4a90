import { eventMetadata, type EventMetadata } from '@outlay/contracts';
import { Unreadable, type RecordedEvent } from '@outlay/event-store';
import { upcast } from '@outlay/event-sourcing';
import type { AnyStream } from './stream-folds.js';

type Problem = { readonly kind: 'event-unreadable' | 'event-unknown'; readonly reason: string };

export interface CheckedEvent {
  /** Null if this release can read the event. */
  readonly problem: Problem | null;
  /** Null if they are unreadable. */
  readonly metadata: EventMetadata | null;
  /** The data in the current version. */
  readonly data: unknown;
}

export function checkEvent({ stream, type, data, metadata }: RecordedEvent, kinds: readonly AnyStream[]): CheckedEvent {
  const parsed = eventMetadata.safeParse(metadata);
  if (!parsed.success) return { problem: unreadable('metadata', metadata), metadata: null, data };
  const known = parsed.data;
  const unknown = (reason: string) => ({ problem: { kind: 'event-unknown' as const, reason }, metadata: known, data });
  const { versions = {}, schemas = {} } = kinds.find(({ prefix }) => stream.startsWith(prefix)) ?? {};
  const schema = Object.hasOwn(schemas, type) ? schemas[type] : undefined;
  if (!schema) return unknown(`this release does not know ${type}`);
  let current: unknown;
  try {
    current = upcast(versions, type, known.schemaVersion, data);
  } catch (error) {
    return unknown(error instanceof Error ? error.message : String(error));
  }
  return {
    problem: schema.safeParse(current).success ? null : unreadable('data', data),
    metadata: known,
    data: current,
  };
}

function unreadable(part: string, value: unknown): Problem {
  const reason =
    value instanceof Unreadable ? `its ${part} are not JSON` : `its ${part} are not what such an event holds`;
  return { kind: 'event-unreadable', reason };
}
