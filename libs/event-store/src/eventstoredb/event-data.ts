import { jsonEvent, type EventData, type JSONType, type ResolvedEvent } from '@eventstore/db-client';
import type { NewEvent, RecordedEvent } from '../event-store.js';
import { toPosition } from './position.js';

/** Throws for data that is not JSON: inside the client's append it would be an unhandled rejection. */
export function toEventData({ id, type, data, metadata }: NewEvent): EventData {
  const json: JSONType = JSON.parse(JSON.stringify(data));
  // Metadata are sent as bytes, because the client drops falsy values.
  return jsonEvent({ id, type, data: json, metadata: new TextEncoder().encode(JSON.stringify(metadata)) });
}

export function toRecordedEvent({ event }: Pick<ResolvedEvent, 'event'>): RecordedEvent {
  if (!event?.position) throw new Error('this server is too old: EventStoreDB 23.10 or later is needed');
  const { id, type, data, metadata, streamId, revision, position, created } = event;
  return {
    id,
    type,
    data,
    metadata,
    stream: streamId,
    revision: Number(revision),
    position: toPosition(position),
    recordedAt: created.toISOString(),
  };
}
