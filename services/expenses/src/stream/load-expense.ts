import { eventHash, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { initialState, type ExpenseState } from '../domain/expense.js';
import { EXPENSE_PREFIX, foldExpense } from './facts.js';

/** A stream folded: its state, the revision of its last event (-1: none), and that event's hash. */
export interface LoadedExpense {
  readonly id: string;
  readonly state: ExpenseState;
  readonly revision: number;
  readonly headHash: string | null;
  /** False where the read model could not be told of it: then it can be asked nothing else either. */
  readonly isListed?: boolean;
}

export async function loadExpense(events: EventStore, id: string): Promise<LoadedExpense> {
  const nothing = { id, state: initialState, revision: -1, headHash: null };
  return folded(nothing, await events.readStream(EXPENSE_PREFIX + id));
}

/** What was loaded, and the events after it. */
export function folded(before: LoadedExpense, events: readonly RecordedEvent[]): LoadedExpense {
  const last = events.at(-1);
  if (!last) return before;
  const state = foldExpense(events, before.state);
  return { id: before.id, state, revision: last.revision, headHash: eventHash(last) };
}
