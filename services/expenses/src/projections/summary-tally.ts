import type { Position } from '@outlay/event-store';
import { isExisting, type ExpenseState } from '../domain/expense.js';
import type { ExpenseModel, ExpenseRow } from '../read-models/expense.model.js';
import {
  addCells,
  byScope,
  cellsOfChange,
  cellsOfRow,
  type Cell,
  type ScopedCell,
} from '../read-models/analytics-cells.js';
import { addBuckets, bucketOfRow, bucketsOfChange, type Bucket } from '../read-models/summary.js';
import { ALL_USERS, type AnalyticsSums, type Summary } from '../read-models/summary.store.js';
import type { ReplayedExpense } from './replay.js';

const PAGE = 500;

type Counted = readonly [ownerId: string, Bucket[]];

/** Counts during a replay, by expense instead of by event. */
export class SummaryTally {
  private readonly buckets = new Map<string, Bucket[]>();
  private readonly cells = new Map<string, Cell[]>();

  add(expenses: readonly ReplayedExpense[]): void {
    this.count(expenses.map(({ before, state }) => [ownerOf(state), bucketsOfChange([before, state])]));
    this.countCells(expenses.flatMap(({ before, state }) => cellsOfChange([before, state])));
  }

  /** Counts the rows, because a replay that resumes after a crash has lost its earlier counts. */
  async addRows(rows: ExpenseModel): Promise<void> {
    for (let after = ''; ;) {
      const page = await rows
        .find({ _id: { $gt: after } }, ['userId', 'json'])
        .sort({ _id: 1 })
        .limit(PAGE)
        .lean<Pick<ExpenseRow, '_id' | 'userId' | 'json'>[]>();
      const last = page.at(-1);
      if (!last) return;
      this.count(
        page.flatMap(({ userId, json }) =>
          userId === null ? [] : [[userId, json === null ? [] : [bucketOfRow(json)]] as const],
        ),
      );
      this.countCells(
        page.flatMap(({ userId, json }) => (userId === null || json === null ? [] : cellsOfRow(userId, json))),
      );
      after = last._id;
    }
  }

  all(position: Position | null): Summary[] {
    return [...this.buckets].map(([_id, buckets]) => ({ _id, position, buckets }));
  }

  analytics(position: Position | null): AnalyticsSums[] {
    return [...this.cells].map(([_id, cells]) => ({ _id, position, cells: JSON.stringify(cells) }));
  }

  private countCells(added: readonly ScopedCell[]): void {
    for (const [scope, cells] of byScope(added)) this.cells.set(scope, addCells(this.cells.get(scope) ?? [], cells));
  }

  private count(counted: readonly Counted[]): void {
    const added = new Map<string, Bucket[]>([[ALL_USERS, counted.flatMap(([, buckets]) => buckets)]]);
    for (const [ownerId, buckets] of counted) {
      const own = added.get(ownerId) ?? [];
      own.push(...buckets);
      added.set(ownerId, own);
    }
    for (const [scope, buckets] of added) this.buckets.set(scope, addBuckets(this.buckets.get(scope) ?? [], buckets));
  }
}

export function ownerOf(state: ExpenseState): string {
  if (state.status === 'none') throw new Error('An expense without an owner cannot be counted');
  return isExisting(state) ? state.claim.owner.id : state.ownerId;
}
