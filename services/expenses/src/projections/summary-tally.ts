import type { Position } from '@outlay/event-store';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import { applyChanges, type Bucket, type Change } from '../read-models/summary.js';
import { ALL_USERS, type Summary } from '../read-models/summary.store.js';
import type { ReplayedExpense } from './replay.js';

/** Counts during a replay, by expense instead of by event. */
export class SummaryTally {
  private readonly buckets = new Map<string, Bucket[]>();
  private position: Position | null = null;

  add(expenses: readonly ReplayedExpense[], position: Position): void {
    const changes = new Map<string, Change[]>([[ALL_USERS, []]]);
    for (const { before, state } of expenses) {
      const ownerId = ownerOf(state);
      const own = changes.get(ownerId) ?? [];
      own.push([before, state]);
      changes.set(ownerId, own);
      changes.get(ALL_USERS)?.push([before, state]);
    }
    for (const [scope, of] of changes) this.buckets.set(scope, applyChanges(this.buckets.get(scope) ?? [], of));
    this.position = position;
  }

  all(): Summary[] {
    return [...this.buckets].map(([_id, buckets]) => ({ _id, position: this.position, buckets }));
  }
}

export function ownerOf(state: ExpenseState): string {
  if (state.status === 'none') throw new Error('An expense without an owner cannot be counted');
  return isExisting(state) ? state.claim.owner.id : state.ownerId;
}
