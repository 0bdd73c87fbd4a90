import type { SqliteRow } from '@outlay/sqlite';
import { Unreadable, type RecordedEvent } from '../event-store.js';

export function toRecordedEvent(row: SqliteRow): RecordedEvent {
  return {
    id: String(row.id),
    type: String(row.type),
    data: parse(String(row.data)),
    metadata: parse(String(row.metadata)),
    stream: String(row.stream),
    revision: Number(row.revision),
    position: String(row.position),
    recordedAt: String(row.recorded_at),
  };
}

/** One damaged event must not keep the others from being read. */
function parse(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return new Unreadable(json);
  }
}
