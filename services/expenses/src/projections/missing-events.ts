import { comparePositions, type EventStore } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import { READ_MODELS } from '../read-models/expense.model.js';
import { CheckpointStore } from './checkpoint.store.js';

/**
 * Describes the last event that was projected if the log does not reach it or has another one there, as after an older
 * backup was restored. A hidden or removed event does not count: its stream is quarantined.
 */
export async function findMissingEvent(
  documents: Connection,
  events: Pick<EventStore, 'head' | 'eventAt'>,
): Promise<string | null> {
  const last = await new CheckpointStore(documents, READ_MODELS).lastEvent();
  if (!last) return null;
  const { position, event } = last;
  const missing = `revision ${event.revision} of ${event.stream}`;
  const head = await events.head();
  if (head === null || comparePositions(head, position) < 0) return missing;
  const found = await events.eventAt(position);
  return found === null || found.id === event.id ? null : missing;
}
