import type { Finding } from '@outlay/contracts';
import { roundHalfUp } from '@outlay/rules';
import { comparePositions, type Position } from '@outlay/event-store';
import type { EventCheck, WalkedEvent } from '@outlay/event-sourcing';
import { ALL_USERS, type Summary, type SummaryStore } from '../read-models/summary.store.js';
import { applyChanges, type Bucket, type Change } from '../read-models/summary.js';
import { ownerOf } from '../projections/summary-tally.js';
import { expenseOf } from './walked-expense.js';

const PAGE = 500;
/** Changes that are counted together. */
const COUNTED_TOGETHER = 200;

interface Counted {
  /** Null if it is missing. */
  readonly stored: Summary | null;
  buckets: Bucket[];
  changes: Change[];
  /** The position of the last event that the summary must count. */
  last: Position | null;
}

/** Each summary at the position that it has counted up to. Memory grows with the number of users. */
export class SummaryCheck implements EventCheck {
  private readonly scopes = new Map<string, Counted>();
  private countedTo: Position | null = null;
  private isAllMissing = false;
  private isUnreadable = false;
  private head: Position | null = null;

  constructor(private readonly store: SummaryStore) {}

  /** Call it before the fixed position is taken. The summary of all users is read first, since it is written last. */
  async open(): Promise<void> {
    this.countedTo = await this.countedByAll();
    for (let after = ''; ;) {
      const page = await this.store.page(after, PAGE);
      for (const summary of page) this.scopes.set(summary._id, newCount(summary));
      const last = page.at(-1);
      if (!last || page.length < PAGE) break;
      after = last._id;
    }
    // The first summaries may just be being written.
    if (this.scopes.size > 0 && !this.scopes.has(ALL_USERS)) this.isAllMissing = (await this.countedByAll()) === null;
  }

  *event(walked: WalkedEvent): Generator<Finding> {
    const { event, isReadable } = walked;
    this.head = event.position;
    if (!isReadable) this.isUnreadable = true;
    const expense = expenseOf(walked);
    if (!expense) return;
    this.count(ALL_USERS, event.position, [expense.before, expense.state]);
    if (expense.state.status !== 'none') {
      this.count(ownerOf(expense.state), event.position, [expense.before, expense.state]);
    }
  }

  *end(): Generator<Finding> {
    // An event that cannot be read is a finding already, and cannot be counted.
    if (this.isUnreadable) return;
    if (this.isAllMissing) yield differs(ALL_USERS, 'it is missing');
    for (const [scope, counted] of this.scopes) {
      const { stored, last } = counted;
      if (stored === null) yield differs(scope, 'it is missing');
      else if (isAfter(stored.position, this.head)) yield differs(scope, 'it is ahead of the events');
      else if (last !== null && (stored.position === null || comparePositions(stored.position, last) < 0)) {
        yield differs(scope, 'it lacks events that are counted in the one of all users');
      } else if (!areEqual(this.bucketsOf(counted), stored.buckets)) yield differs(scope, 'it differs from a replay');
    }
  }

  private count(scope: string, position: Position, change: Change): void {
    const counted = this.scopes.get(scope) ?? newCount(null);
    // The first events of a new user may not be counted yet.
    if (!isAfter(position, this.countedTo)) {
      counted.last = position;
      this.scopes.set(scope, counted);
    }
    if (isAfter(position, counted.stored?.position ?? null)) return;
    counted.changes.push(change);
    if (counted.changes.length === COUNTED_TOGETHER) this.bucketsOf(counted);
  }

  private async countedByAll(): Promise<Position | null> {
    const [all] = await this.store.load([ALL_USERS]);
    return all?.position ?? null;
  }

  private bucketsOf(counted: Counted): readonly Bucket[] {
    counted.buckets = applyChanges(counted.buckets, counted.changes.splice(0));
    return counted.buckets;
  }
}

function newCount(stored: Summary | null): Counted {
  return { stored, buckets: [], changes: [], last: null };
}

/** Whether one position follows another; every position follows null. */
function isAfter(position: Position | null, other: Position | null): boolean {
  return position !== null && (other === null || comparePositions(position, other) > 0);
}

function areEqual(a: readonly Bucket[], b: readonly Bucket[]): boolean {
  return textOf(a) === textOf(b);
}

function textOf(buckets: readonly Bucket[]): string {
  return buckets
    .map(({ status, category, reimbursementCurrency, count, total }) =>
      JSON.stringify([status, category, reimbursementCurrency, count, roundHalfUp(total, 2)]),
    )
    .sort()
    .join();
}

function differs(scope: string, reason: string): Finding {
  const whose = scope === ALL_USERS ? 'of all users' : `of the user ${scope}`;
  const message = `The summary ${whose}: ${reason}.`;
  return { kind: 'read-model-differs', place: `summaries/${scope}`, message, digest: null };
}
