import type { SqliteRow } from '@outlay/sqlite';
import { Unreadable, type RecordedEvent } from '../event-store.js';

type Parse = (json: string) => unknown;

export function toRecordedEvent(row: SqliteRow, parse: Parse = JSON.parse): RecordedEvent {
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

export const parseLeniently: Parse = (json) => {
  try {
    return JSON.parse(json);
  } catch (error) {
    return new Unreadable(String(error));
  }
};
