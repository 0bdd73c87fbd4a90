import { setImmediate } from 'node:timers/promises';
import type { EventMetadata } from '@outlay/contracts';
import { eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { advance, emptyStream, next, Recent } from '@outlay/event-sourcing';
import type { ExpenseState } from '../domain/expense.js';
import { EXPENSE, EXPENSE_PREFIX, PAYMENT_PREFIX, type LoadedExpense } from '../stream/stream-types.js';
import { brokenBy, type Broken } from './quarantine.js';

type PastEvents = Pick<EventStore, 'readAll' | 'readStream'>;

/** An expense is written once a batch, and the larger it is, the less often each page of an index is. */
const BATCH = 2_000;

export interface ReplayResult {
  readonly events: number;
  readonly expenses: number;
  readonly brokenAt: { readonly stream: string; readonly revision: number } | null;
  readonly last: Pick<RecordedEvent, 'position' | 'stream' | 'revision' | 'id'> | null;
}

export const NOTHING_REPLAYED: ReplayResult = { events: 0, expenses: 0, brokenAt: null, last: null };

/** The state of the replay after a batch. */
export type Replayed = ReplayResult & { readonly last: NonNullable<ReplayResult['last']> };

export interface ReplayedExpense extends LoadedExpense {
  /** The state before the first event of the batch. */
  readonly before: ExpenseState;
}

/** Folds the events in their order, in memory that does not grow with their number, and checks that each names the last. */
export async function replay(
  events: PastEvents,
  from: ReplayResult,
  onBatch: (expenses: readonly ReplayedExpense[], replayed: Replayed, broken: readonly Broken[]) => Promise<void>,
): Promise<ReplayResult> {
  // Most events soon follow those before them; the earlier events of other streams are read again.
  const expenses = new Recent<LoadedExpense>();
  const payments = new Recent<string>();
  /** Unreadable streams are left out from there on: a verification has named them, and somebody answers for it. */
  const unreadable = new Set<string>();
  let result = from;
  const after = from.last?.position ?? null;
  for await (const [batch, { position, stream, revision, id }] of batches(
    events,
    [EXPENSE_PREFIX, PAYMENT_PREFIX],
    after,
  )) {
    const changed = new Map<string, ReplayedExpense>();
    const broken: Broken[] = [];
    let { brokenAt, expenses: count } = result;
    for (const event of batch) {
      const { stream, revision } = event;
      if (unreadable.has(stream)) continue;
      const id = stream.startsWith(EXPENSE_PREFIX) ? stream.slice(EXPENSE_PREFIX.length) : null;
      try {
        const loaded = id === null ? null : (expenses.get(id) ?? (await loadBefore(events, event, id)));
        const head = loaded ? loaded.headHash : (payments.get(stream) ?? (await headBefore(events, event)));
        if ((event.metadata as EventMetadata | null)?.previousHash !== head) {
          brokenAt ??= { stream, revision };
          const finding = `revision ${revision} does not hold the hash of the event before it`;
          broken.push({ stream, revision, finding });
        }
        const headHash = eventHash(event);
        if (loaded === null) {
          payments.set(stream, headHash);
          continue;
        }
        if (revision === 0) count += 1;
        const after = { id: loaded.id, state: next(EXPENSE, loaded.state, event), revision, headHash };
        expenses.set(after.id, after);
        if (after.state.status === 'none') continue;
        changed.set(after.id, { ...after, before: changed.get(after.id)?.before ?? loaded.state });
      } catch (error) {
        const unread = brokenBy(event, error);
        if (!unread) throw error;
        unreadable.add(stream);
        broken.push(unread);
      }
    }
    const last = { position, stream, revision, id };
    const replayed = { events: result.events + batch.length, expenses: count, brokenAt, last };
    await onBatch([...changed.values()], replayed, broken);
    result = replayed;
  }
  return result;
}

/** Each with its last event. */
export async function* batches(events: PastEvents, prefixes: readonly string[], from: Position | null = null) {
  for (let after = from; ;) {
    // Embedded stores reply at once, so other work of the process needs a turn.
    await setImmediate();
    const batch = await events.readAll({ prefixes, after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) return;
    yield [batch, last] as const;
    after = last.position;
  }
}

/** The expense as it was before the event. */
async function loadBefore(
  events: Pick<PastEvents, 'readStream'>,
  { stream, revision }: RecordedEvent,
  id: string,
): Promise<LoadedExpense> {
  const empty = emptyStream(EXPENSE, id);
  return revision === 0 ? empty : advance(EXPENSE, empty, await events.readStream(stream, { limit: revision }));
}

async function headBefore(events: PastEvents, { stream, revision }: RecordedEvent): Promise<string | null> {
  if (revision === 0) return null;
  const [previous] = await events.readStream(stream, { from: revision - 1, limit: 1 });
  return previous ? eventHash(previous) : null;
}
