import type { WalkedEvent } from '@outlay/event-sourcing';
import type { ReplayedExpense } from '../projections/replay.js';
import { EXPENSE_PREFIX, type LoadedExpense } from '../stream/stream-types.js';

/** The expense with this event; null for other streams, and if the stream is unreadable. */
export function expenseOf({ event, hash, states }: WalkedEvent): ReplayedExpense | null {
  const { stream, revision } = event;
  if (!states || !stream.startsWith(EXPENSE_PREFIX)) return null;
  const { before, after } = states as Record<keyof typeof states, LoadedExpense['state']>;
  return { id: stream.slice(EXPENSE_PREFIX.length), state: after, revision, headHash: hash, before };
}
