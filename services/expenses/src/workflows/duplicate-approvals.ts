import { isExisting, type ExpenseState } from '../domain/expense.js';
import { duplicateGroupOf } from '../read-models/expense.model.js';
import type { ExpenseStream } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/load-stream.js';
import type { DuplicateLockStore } from './duplicate-lock.store.js';

/** Approvals of duplicates take a lock, because two at the same time would each miss the other in the read model. */
export class DuplicateApprovals {
  constructor(
    private readonly locks: DuplicateLockStore,
    private readonly expenses: ExpenseStream,
  ) {}

  /** Returns the public id of a conflicting duplicate, or null if this approval may proceed. */
  async findConflicting({ id, state, revision }: LoadedExpense): Promise<string | null> {
    const group = duplicateGroupOf(state);
    if (group === null) return null;
    for (;;) {
      const lock = await this.locks.take(group, id, revision);
      // A lock of this expense at a later revision: the append will fail with a version conflict.
      if (lock === null || lock.expenseId === id) return null;
      const other = await this.expenses.load(lock.expenseId);
      const isInProgress = other.revision <= lock.revision && !this.locks.hasExpired(lock);
      if (isExisting(other.state) && (isInProgress || isApprovedIn(group, other.state))) {
        return other.state.claim.expenseId;
      }
      await this.locks.release(lock);
    }
  }
}

function isApprovedIn(group: string, state: ExpenseState): boolean {
  return (state.status === 'approved' || state.status === 'paid') && duplicateGroupOf(state) === group;
}
