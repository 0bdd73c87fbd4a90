import { Injectable } from '@nestjs/common';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { duplicateGroupOf, receiptHashesOf } from '../read-models/expense.model.js';
import { ExpenseStream } from '../stream/expense-stream.js';
import type { LoadedExpense } from '../stream/stream-types.js';
import { DuplicateLockStore } from './duplicate-lock.store.js';

type GroupsOf = (state: ExpenseState) => readonly string[];
const figuresOf: GroupsOf = (state) => [duplicateGroupOf(state) ?? []].flat();

export interface Conflicting {
  /** The public id. */
  readonly expenseId: string;
  readonly sameReceipt: boolean;
}

/** Approvals of duplicates take a lock, because two at the same time would each miss the other in the read model. */
@Injectable()
export class DuplicateApprovals {
  constructor(
    private readonly locks: DuplicateLockStore,
    private readonly expenses: ExpenseStream,
  ) {}

  /** Null if this approval may proceed. `state` is the state to approve, `revision` the one it is appended to. */
  async findConflicting(expense: Omit<LoadedExpense, 'headHash'>): Promise<Conflicting | null> {
    const { id, revision, state } = expense;
    const groups = [receiptHashesOf, figuresOf].flatMap((groupsOf) => groupsOf(state));
    // Hardly any is taken, and all that are free take one call.
    if (groups.length === 0 || (await this.locks.takeFree(groups, id, revision))) return null;
    const sameReceipt = await this.findConflictingIn(receiptHashesOf, expense);
    if (sameReceipt !== null) return { expenseId: sameReceipt, sameReceipt: true };
    const sameFigures = await this.findConflictingIn(figuresOf, expense);
    return sameFigures === null ? null : { expenseId: sameFigures, sameReceipt: false };
  }

  private async findConflictingIn(
    groupsOf: GroupsOf,
    expense: Omit<LoadedExpense, 'headHash'>,
  ): Promise<string | null> {
    for (const group of groupsOf(expense.state)) {
      const conflicting = await this.holderOf(group, groupsOf, expense);
      if (conflicting !== null) return conflicting;
    }
    return null;
  }

  private async holderOf(
    group: string,
    groupsOf: GroupsOf,
    { id, revision }: Omit<LoadedExpense, 'headHash'>,
  ): Promise<string | null> {
    for (;;) {
      const lock = await this.locks.take(group, id, revision);
      // A lock of this expense at a later revision: the append will fail with a version conflict.
      if (lock === null || lock.expenseId === id) return null;
      const other = await this.expenses.load(lock.expenseId);
      const isInProgress = other.revision <= lock.revision && !this.locks.hasExpired(lock);
      const isApprovedDuplicate = isApproved(other.state) && groupsOf(other.state).includes(group);
      if (isExisting(other.state) && (isInProgress || isApprovedDuplicate)) {
        return other.state.claim.expenseId;
      }
      await this.locks.release(lock);
    }
  }
}

function isApproved({ status }: ExpenseState): boolean {
  return status === 'approved' || status === 'paid';
}
