import { Inject, Injectable } from '@nestjs/common';
import { comparePositions, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { next, StreamBroken } from '@outlay/event-sourcing';
import { EVENT_STORE } from '../ports.js';
import type { ExpenseState } from '../domain/expense.js';
import { SharedProgress } from '@outlay/time';
import { ALL_USERS, SummaryStore, type Summary, type Replacement } from '../read-models/summary.store.js';
import { addCells, byScope, cellsOfChange, parseCells, type Cell } from '../read-models/analytics-cells.js';
import { applyChanges, type Change } from '../read-models/summary.js';
import { ownerOf } from './summary-tally.js';
import { EXPENSE, EXPENSE_PREFIX, foldExpense } from '../stream/stream-types.js';

const BATCH = 500;

interface CountedEvent {
  readonly event: RecordedEvent;
  readonly ownerId: string;
  readonly change: Change;
}

/**
 * Counts events in their order, for summaries and analytics. Each document names the last event it counts, so that none
 * is counted twice after a crash or by several instances. A reader of a summary first counts the new events.
 */
@Injectable()
export class SummaryProjection {
  private running: Promise<void> = Promise.resolve();
  private queued: Promise<void> | null = null;
  private readonly progress = new SharedProgress();

  constructor(
    private readonly summaries: SummaryStore,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll' | 'readStream'>,
  ) {}

  /** Resolves when every event stored before the call is counted. Calls during a run share the next one. */
  catchUp(): Promise<void> {
    this.queued ??= this.running
      .catch(() => undefined)
      .then(() => {
        this.queued = null;
        this.running = this.progress.run(() => this.count());
        return this.running;
      });
    return this.progress.wait(this.queued);
  }

  /** Counts from the first event on. */
  async countAgain(): Promise<void> {
    await this.summaries.clear();
    await this.catchUp();
  }

  private async count(): Promise<void> {
    for (;;) {
      const [all] = await this.summaries.load([ALL_USERS]);
      if (!all) return;
      const batch = await this.events.readAll({ prefixes: [EXPENSE_PREFIX], after: all.position, limit: BATCH });
      const last = batch.at(-1);
      if (!last) return;
      const counted = await this.changesOf(batch);
      const owners = await this.summaries.load([...new Set(counted.map(({ ownerId }) => ownerId))]);
      const ofOwners = owners.map((owner) =>
        advance(
          owner,
          counted.filter(({ ownerId }) => ownerId === owner._id),
        ),
      );
      // The summary of all users comes last, because counting goes on from its position, also after unreadable events.
      const written =
        (await this.summaries.replace(ofOwners)) &&
        (await this.countAnalytics(counted)) &&
        (await this.summaries.replace([advance(all, counted, last.position)]));
      if (written && batch.length < BATCH) return;
    }
  }

  private async countAnalytics(counted: readonly CountedEvent[]): Promise<boolean> {
    const added = new Map<string, { position: Position; cells: Cell[] }[]>();
    for (const { event, change } of counted)
      for (const [scope, cells] of byScope(cellsOfChange(change)))
        added.set(scope, [...(added.get(scope) ?? []), { position: event.position, cells }]);
    const known = await this.summaries.loadAnalytics([...added.keys()]);
    return this.summaries.replace(
      known.map(({ _id, position: previous, cells }) => {
        const fresh = (added.get(_id) ?? []).filter(({ position }) => isAfter(position, previous));
        const sums = addCells(
          parseCells(cells),
          fresh.flatMap((event) => event.cells),
        );
        return { next: { _id, position: fresh.at(-1)?.position ?? previous, cells: JSON.stringify(sums) }, previous };
      }),
    );
  }

  private async changesOf(batch: readonly RecordedEvent[]): Promise<CountedEvent[]> {
    /** Null from an event on that cannot be read. */
    const states = new Map<string, ExpenseState | null>();
    const counted: CountedEvent[] = [];
    for (const event of batch) {
      const before = states.get(event.stream) ?? (await this.stateBefore(event));
      const after = before && readable(() => next(EXPENSE, before, event));
      states.set(event.stream, after);
      if (before && after && after.status !== 'none')
        counted.push({ event, ownerId: ownerOf(after), change: [before, after] });
    }
    return counted;
  }

  private async stateBefore({ stream, revision }: RecordedEvent): Promise<ExpenseState | null> {
    const earlier = revision === 0 ? [] : await this.events.readStream(stream, { limit: revision });
    return readable(() => foldExpense(earlier));
  }
}

function readable(fold: () => ExpenseState): ExpenseState | null {
  try {
    return fold();
  } catch (error) {
    if (error instanceof StreamBroken) return null;
    throw error;
  }
}

function isAfter(position: Position, previous: Position | null): boolean {
  return previous === null || comparePositions(position, previous) > 0;
}

function advance(summary: Summary, counted: readonly CountedEvent[], upTo?: Position): Replacement {
  const previous = summary.position;
  const fresh = counted.filter(({ event }) => isAfter(event.position, previous));
  const buckets = applyChanges(
    summary.buckets,
    fresh.map(({ change }) => change),
  );
  return { next: { _id: summary._id, position: upTo ?? fresh.at(-1)?.event.position ?? previous, buckets }, previous };
}
