import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { evolve } from '../domain/evolve.js';
import { Recent } from '../projections/recent.js';
import { loadBefore, type ReplayedExpense } from '../projections/replay.js';
import type { LoadedExpense } from '../stream/stream-types.js';
import { EXPENSE_PREFIX, toExpenseEvent } from '../stream/stream-types.js';

/** Expenses event by event, in the order of the store. Memory does not grow with their number. */
export class ExpenseFolds {
  private readonly expenses = new Recent<LoadedExpense>();

  constructor(private readonly events: Pick<EventStore, 'readStream'>) {}

  /** @throws if the event does not fit the expense */
  async add(event: RecordedEvent, headHash: string): Promise<ReplayedExpense> {
    const id = event.stream.slice(EXPENSE_PREFIX.length);
    const { state: before } = this.expenses.get(id) ?? (await loadBefore(this.events, event, id));
    const expense = { id, state: evolve(before, toExpenseEvent(event)), revision: event.revision, headHash };
    this.expenses.set(id, expense);
    return { ...expense, before };
  }
}
