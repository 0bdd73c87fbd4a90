import type { EventMetadata } from '@outlay/contracts';
import { eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { advance, StreamBroken } from '@outlay/event-sourcing';
import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState } from '../domain/expense.js';
import { EXPENSE, EXPENSE_PREFIX, PAYMENT_PREFIX, toExpenseEvent, type LoadedExpense } from '../stream/stream-types.js';

type PastEvents = Pick<EventStore, 'readAll' | 'readStream'>;

const BATCH = 500;
/** The expenses of some batches: most events follow soon on those before them, and others are read again. */
const REMEMBERED = 5_000;

export interface ReplayResult {
  readonly events: number;
  readonly expenses: number;
  readonly brokenAt: { readonly stream: string; readonly revision: number } | null;
  readonly last: Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'> | null;
}

export const NOTHING_REPLAYED: ReplayResult = { events: 0, expenses: 0, brokenAt: null, last: null };

/** What has been replayed when a batch is done. */
export type Replayed = ReplayResult & { readonly last: NonNullable<ReplayResult['last']> };

export interface ReplayedExpense extends LoadedExpense {
  /** Before the first event of the batch. */
  readonly before: ExpenseState;
}

/** Folds the events in their order, in memory that does not grow with their number, and checks that each names the last. */
export async function replay(
  events: PastEvents,
  from: ReplayResult,
  onBatch: (expenses: readonly ReplayedExpense[], replayed: Replayed) => Promise<void>,
): Promise<ReplayResult> {
  const expenses = new Map<string, LoadedExpense>();
  const payments = new Map<string, string>();
  /** Left out from there on: a verification has named them, and somebody answers for it. */
  const unreadable = new Set<string>();
  let result = from;
  const after = from.last?.position ?? null;
  for await (const [batch, { position, stream, revision, id }] of batches(
    events,
    [EXPENSE_PREFIX, PAYMENT_PREFIX],
    after,
  )) {
    const changed = new Map<string, ReplayedExpense>();
    let { brokenAt, expenses: count } = result;
    for (const event of batch) {
      const { stream, revision } = event;
      if (unreadable.has(stream)) continue;
      const id = stream.startsWith(EXPENSE_PREFIX) ? stream.slice(EXPENSE_PREFIX.length) : null;
      const loaded = id === null ? null : (expenses.get(id) ?? (await loadBefore(events, event, id)));
      const head = loaded ? loaded.headHash : (payments.get(stream) ?? (await headBefore(events, event)));
      if ((event.metadata as EventMetadata | null)?.previousHash !== head) brokenAt ??= { stream, revision };
      const headHash = eventHash(event);
      if (loaded === null) {
        payments.set(stream, headHash);
        continue;
      }
      if (revision === 0) count += 1;
      const state = stateAfter(loaded.state, event);
      if (state === null) {
        unreadable.add(stream);
        continue;
      }
      const next = { id: loaded.id, state, revision, headHash };
      changed.set(next.id, { ...next, before: changed.get(next.id)?.before ?? loaded.state });
      remember(expenses, next);
    }
    const last = { position, stream, revision, id };
    const replayed = { events: result.events + batch.length, expenses: count, brokenAt, last };
    await onBatch([...changed.values()], replayed);
    result = replayed;
  }
  return result;
}

/** Null if the event cannot be read, or not after those before it. */
function stateAfter(state: ExpenseState, event: RecordedEvent): ExpenseState | null {
  try {
    return evolve(state, toExpenseEvent(event));
  } catch (error) {
    if (error instanceof StreamBroken || error instanceof TypeError || error instanceof RangeError) return null;
    throw error;
  }
}

/** Each with its last event. */
export async function* batches(events: PastEvents, prefixes: readonly string[], from: Position | null = null) {
  for (let after = from; ;) {
    const batch = await events.readAll({ prefixes, after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) return;
    yield [batch, last] as const;
    after = last.position;
  }
}

/** The expense as it was before the event. */
export async function loadBefore(
  events: Pick<PastEvents, 'readStream'>,
  { stream, revision }: RecordedEvent,
  id: string,
): Promise<LoadedExpense> {
  const empty = { id, state: initialState, revision: -1, headHash: null };
  return revision === 0 ? empty : advance(EXPENSE, empty, await events.readStream(stream, { limit: revision }));
}

async function headBefore(events: PastEvents, { stream, revision }: RecordedEvent): Promise<string | null> {
  if (revision === 0) return null;
  const [previous] = await events.readStream(stream, { from: revision - 1, limit: 1 });
  return previous ? eventHash(previous) : null;
}

/** Forgets the one that was needed least recently. */
export function remember(expenses: Map<string, LoadedExpense>, expense: LoadedExpense): void {
  expenses.delete(expense.id);
  expenses.set(expense.id, expense);
  const [oldest] = expenses.keys();
  if (expenses.size > REMEMBERED && oldest !== undefined) expenses.delete(oldest);
}
