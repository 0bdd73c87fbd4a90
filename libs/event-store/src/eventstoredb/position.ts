import type { Position as LogPosition, ReadPosition } from '@eventstore/db-client';
import type { Position } from '../event-store.js';

/** Commit and prepare positions differ only in explicit transactions, which no gRPC client can write. */
export const toPosition = ({ commit }: LogPosition): Position => commit.toString();

export function toReadPosition(after: Position | null): ReadPosition {
  if (after === null) return 'start';
  const position = BigInt(after);
  return { commit: position, prepare: position };
}
