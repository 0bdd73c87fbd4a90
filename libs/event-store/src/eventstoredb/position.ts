import type { Position as LogPosition, ReadPosition } from '@eventstore/db-client';
import type { Position } from '../event-store.js';

/**
 * A place in EventStoreDB's log as the port's one number. Commit and prepare differ only for events of explicit
 * transactions, which no gRPC client can write.
 */
export const toPosition = ({ commit }: LogPosition): Position => commit.toString();

export function toReadPosition(after: Position | null): ReadPosition {
  if (after === null) return 'start';
  const at = BigInt(after);
  return { commit: at, prepare: at };
}
