import type { Finding } from '@outlay/contracts';
import { roundHalfUp } from '@outlay/rules';
import { comparePositions, type Position } from '@outlay/event-store';
import type { EventCheck, WalkedEvent } from '@outlay/event-sourcing';
import { addCells, byScope, cellsOfChange, type Cell } from '../read-models/analytics-cells.js';
import {
  ALL_USERS,
  ANALYTICS,
  type AnalyticsSums,
  type Summary,
  type SummaryStore,
} from '../read-models/summary.store.js';
import { addBuckets, bucketsOfChange, type Bucket, type Change } from '../read-models/summary.js';
import { ownerOf } from '../projections/summary-tally.js';
import { expenseOf } from './walked-expense.js';

const PAGE = 500;
/** Sums that are added together. */
const COUNTED_TOGETHER = 200;

/** How documents of one kind are counted and compared. */
interface Kind<Stored, Sum> {
  readonly add: (sums: readonly Sum[], added: readonly Sum[]) => Sum[];
  readonly textOf: (sums: readonly Sum[]) => string;
  /** A stored document may lack anything. */
  readonly textOfStored: (stored: Partial<Stored>) => string | undefined;
}

const textOfBuckets = (buckets: readonly Bucket[]) =>
  buckets
    .map(({ status, category, reimbursementCurrency, count, total }) =>
      JSON.stringify([status, category, reimbursementCurrency, count, roundHalfUp(total, 2)]),
    )
    .sort()
    .join();

const SUMMARY: Kind<Summary, Bucket> = {
  add: addBuckets,
  textOf: textOfBuckets,
  textOfStored: ({ buckets }) => buckets && textOfBuckets(buckets),
};

const OF_ANALYTICS: Kind<AnalyticsSums, Cell> = {
  add: addCells,
  textOf: (cells) => JSON.stringify(cells),
  textOfStored: ({ cells }) => cells,
};

/** The documents of one kind by scope, each counted up to the position that it has. */
class CountedScopes<Stored extends { readonly _id: string; readonly position: Position | null }, Sum> {
  private readonly scopes = new Map<
    string,
    {
      /** Null if it is missing. */
      readonly stored: Stored | null;
      sums: Sum[];
      added: Sum[];
      /** The position of the last event that the document must count. */
      last: Position | null;
    }
  >();

  constructor(
    private readonly kind: Kind<Stored, Sum>,
    private readonly page: (after: string, limit: number) => Promise<Stored[]>,
  ) {}

  async open(): Promise<void> {
    for (let after = ''; ;) {
      const page = await this.page(after, PAGE);
      for (const stored of page) this.scopes.set(stored._id, { stored, sums: [], added: [], last: null });
      const last = page.at(-1);
      if (!last || page.length < PAGE) return;
      after = last._id;
    }
  }

  lacks(scope: string): boolean {
    return this.scopes.size > 0 && !this.scopes.has(scope);
  }

  count(scope: string, position: Position, added: readonly Sum[], countedTo: Position | null): void {
    const counted = this.scopes.get(scope) ?? { stored: null, sums: [], added: [], last: null };
    // The first events of a new scope may not be counted yet.
    if (!isAfter(position, countedTo)) {
      counted.last = position;
      this.scopes.set(scope, counted);
    }
    if (isAfter(position, counted.stored ? counted.stored.position : countedTo)) return;
    counted.added.push(...added);
    if (counted.added.length >= COUNTED_TOGETHER) counted.sums = this.kind.add(counted.sums, counted.added.splice(0));
  }

  *findings(head: Position | null): Generator<Finding> {
    const { add, textOf, textOfStored } = this.kind;
    for (const [scope, { stored, last, sums, added }] of this.scopes) {
      if (stored === null) {
        // A rebuild counts an expense by its last state, and makes no document of sums that have become empty.
        if (add(sums, added).length > 0) yield differs(scope, 'it is missing');
      } else if (isAfter(stored.position, head)) yield differs(scope, 'it is ahead of the events');
      else if (last !== null && (stored.position === null || comparePositions(stored.position, last) < 0)) {
        yield differs(scope, 'it lacks events that are counted in the one of all users');
      } else if (textOf(add(sums, added)) !== textOfStored(stored)) yield differs(scope, 'it differs from a replay');
    }
  }
}

/** Each document of sums at the position that it has counted up to. Memory grows with the number of users and months. */
export class SummaryCheck implements EventCheck {
  private readonly summaries: CountedScopes<Summary, Bucket>;
  private readonly analytics: CountedScopes<AnalyticsSums, Cell>;
  private countedTo: Position | null = null;
  private isAllMissing = false;
  private isUnreadable = false;
  private head: Position | null = null;

  constructor(private readonly store: SummaryStore) {
    this.summaries = new CountedScopes(SUMMARY, (after, limit) => store.page(after, limit));
    this.analytics = new CountedScopes(OF_ANALYTICS, (after, limit) =>
      store.pageOfAnalytics(after || ANALYTICS, limit),
    );
  }

  /** Call it before the fixed position is taken. The summary of all users is read first, since it is written last. */
  async open(): Promise<void> {
    this.countedTo = await this.countedByAll();
    await this.summaries.open();
    await this.analytics.open();
    // The first summaries may just be being written.
    if (this.summaries.lacks(ALL_USERS)) this.isAllMissing = (await this.countedByAll()) === null;
  }

  *event(walked: WalkedEvent): Generator<Finding> {
    const { event, isReadable } = walked;
    this.head = event.position;
    if (!isReadable) this.isUnreadable = true;
    const expense = expenseOf(walked);
    if (!expense) return;
    const change: Change = [expense.before, expense.state];
    const buckets = bucketsOfChange(change);
    this.summaries.count(ALL_USERS, event.position, buckets, this.countedTo);
    if (expense.state.status === 'none') return;
    this.summaries.count(ownerOf(expense.state), event.position, buckets, this.countedTo);
    for (const [scope, cells] of byScope(cellsOfChange(change)))
      this.analytics.count(scope, event.position, cells, this.countedTo);
  }

  *end(): Generator<Finding> {
    // An event that cannot be read is a finding already, and cannot be counted.
    if (this.isUnreadable) return;
    if (this.isAllMissing) yield differs(ALL_USERS, 'it is missing');
    yield* this.summaries.findings(this.head);
    yield* this.analytics.findings(this.head);
  }

  private async countedByAll(): Promise<Position | null> {
    const [all] = await this.store.load([ALL_USERS]);
    return all?.position ?? null;
  }
}

/** Whether one position follows another; every position follows null. */
function isAfter(position: Position | null, other: Position | null): boolean {
  return position !== null && (other === null || comparePositions(position, other) > 0);
}

function differs(scope: string, reason: string): Finding {
  const whose = scope.startsWith(ANALYTICS)
    ? `of analytics ${scope.slice(1)}`
    : scope === ALL_USERS
      ? 'of all users'
      : `of the user ${scope}`;
  const message = `The summary ${whose}: ${reason}.`;
  return { kind: 'read-model-differs', place: `summaries/${scope}`, message, digest: null };
}
