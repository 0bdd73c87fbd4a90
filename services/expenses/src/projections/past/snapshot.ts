import type { ExpenseFilter } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { eventsUntil, type PastEnd } from '@outlay/event-sourcing';
import { EventStoreUnavailable, openEventStore, type EventStoreOptions } from '@outlay/event-store';
import { setTimeout } from 'node:timers/promises';
import type { ExpenseState } from '../../domain/expense.js';
import { AnalyticsQueries, type AnalyticsRequest } from '../../read-models/analytics.queries.js';
import { expenseModel } from '../../read-models/expense.model.js';
import { DuplicateQueries } from '../../read-models/duplicate.queries.js';
import { ExpenseQueries, type ListRequest } from '../../read-models/expense.queries.js';
import { ListQueries } from '../../read-models/list-queries.js';
import { SummaryStore } from '../../read-models/summary.store.js';
import { fillReadModel } from '../rebuild.js';

export interface SnapshotRequest {
  readonly eventStore: EventStoreOptions;
  readonly end: PastEnd;
}

export type PastQuery =
  | { readonly kind: 'page'; readonly request: ListRequest }
  | { readonly kind: 'summary'; readonly userId: string | null; readonly filter: ExpenseFilter }
  | { readonly kind: 'analytics'; readonly request: AnalyticsRequest }
  | { readonly kind: 'receipt'; readonly fileName: string }
  | { readonly kind: 'duplicates'; readonly id: string; readonly state: ExpenseState };

export interface PastReplies {
  readonly page: Awaited<ReturnType<ListQueries['page']>>;
  readonly summary: Awaited<ReturnType<ListQueries['summary']>>;
  readonly analytics: Awaited<ReturnType<AnalyticsQueries['show']>>;
  readonly receipt: Awaited<ReturnType<ExpenseQueries['byReceipt']>>;
  readonly duplicates: Awaited<ReturnType<DuplicateQueries['of']>>;
}

const ATTEMPTS = 5;
const PAUSE_MS = 1_000;

/** SQLite keeps a database without a name in memory, and what exceeds its cache in a file that nobody else can open. */
const WITHOUT_FILE = '';

/**
 * Replays the events until then, by the projections of the live read model, into an embedded store.
 * @param onProgress with a number from 0 to 1
 */
export async function makeSnapshot({ eventStore, end }: SnapshotRequest, onProgress: (done: number) => void) {
  const documents = await openDocuments({ file: WITHOUT_FILE });
  const events = await openEventStore({ ...eventStore, readOnly: 'in-use' });
  try {
    await persistently(async () => {
      const head = Number((await events.head()) ?? 0);
      const past = eventsUntil(events, end);
      await fillReadModel(documents, past, {
        onProgress: (_, last) => onProgress(Math.min(1, Number(last) / head)),
      });
    });
  } finally {
    await events.close();
  }
  const rows = expenseModel(documents);
  const queries = new ExpenseQueries(rows);
  const duplicates = new DuplicateQueries(rows);
  const sums = new SummaryStore(documents);
  const lists = new ListQueries(queries, sums);
  const analytics = new AnalyticsQueries(sums);
  return (query: PastQuery): Promise<PastReplies[keyof PastReplies]> => {
    switch (query.kind) {
      case 'page':
        return lists.page(query.request);
      case 'summary':
        return lists.summary(query.userId, query.filter, 'past');
      case 'analytics':
        return analytics.show(query.request);
      case 'receipt':
        return queries.byReceipt(query.fileName);
      case 'duplicates':
        return duplicates.of(query.id, query.state);
      default:
        return query satisfies never;
    }
  };
}

/** A fill continues where it was interrupted, by an event store that was briefly away. */
async function persistently(fill: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await fill();
    } catch (error) {
      if (!(error instanceof EventStoreUnavailable) || attempt === ATTEMPTS) throw error;
      await setTimeout(PAUSE_MS);
    }
  }
}
