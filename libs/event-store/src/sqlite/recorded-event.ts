import type { SqliteRow } from '@outlay/sqlite';
import type { RecordedEvent } from '../event-store.js';

export function toRecordedEvent(row: SqliteRow): RecordedEvent {
  return {
    id: String(row.id),
    type: String(row.type),
    data: JSON.parse(String(row.data)),
    metadata: JSON.parse(String(row.metadata)),
    stream: String(row.stream),
    revision: Number(row.revision),
    position: String(row.position),
    recordedAt: String(row.recorded_at),
  };
}
