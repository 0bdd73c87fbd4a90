import { eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { eventMetadata } from '@outlay/contracts';
import type { Connection } from 'mongoose';
import { evolve } from '../domain/evolve.js';
import { initialState } from '../domain/expense.js';
import {
  EXPENSES_COLLECTION,
  READ_MODELS,
  expenseModel,
  toRow,
  type ExpenseModel,
} from '../read-models/expense.model.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { SummaryStore } from '../read-models/summary.store.js';
import { paymentModel } from '../read-models/payment.model.js';
import { CheckpointStore } from './checkpoint.store.js';
import { ExpenseProjection } from './expense.projection.js';
import { PaymentProjection } from './payment.projection.js';
import { SummaryProjection } from './summary.projection.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX, toExpenseEvent } from '../stream/stored-events.js';
import type { LoadedExpense } from '../stream/load-stream.js';

const BATCH = 2000;

export interface ReplayResult {
  readonly events: number;
  readonly expenses: number;
  readonly brokenAt: { readonly stream: string; readonly revision: number } | null;
  readonly last: RecordedEvent | null;
}

/** Projecting is deterministic, so the result can be compared with the live read model byte for byte. */
async function replayInto(
  rows: ExpenseModel,
  events: EventStore,
  onProgress: (events: number) => void,
): Promise<ReplayResult> {
  const expenses = new Map<string, LoadedExpense>();
  const heads = new Map<string, string>();
  let brokenAt: ReplayResult['brokenAt'] = null;
  let last = null as RecordedEvent | null;
  let count = 0;
  for (;;) {
    const after: Position | null = last?.position ?? null;
    const batch = await events.readAll({ prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX], after, limit: BATCH });
    if (batch.length === 0) break;
    for (const event of batch) {
      if (!continuesChain(event, heads) && brokenAt === null)
        brokenAt = { stream: event.stream, revision: event.revision };
      if (!event.stream.startsWith(EXPENSE_PREFIX)) continue;
      const id = event.stream.slice(EXPENSE_PREFIX.length);
      const state = evolve(expenses.get(id)?.state ?? initialState, toExpenseEvent(event));
      expenses.set(id, { id, state, revision: event.revision, headHash: heads.get(event.stream) ?? null });
    }
    last = batch.at(-1) ?? last;
    count += batch.length;
    onProgress(count);
  }
  await writeRows(rows, [...expenses.values()]);
  return { events: count, expenses: expenses.size, brokenAt, last };
}

function continuesChain(event: RecordedEvent, heads: Map<string, string>): boolean {
  const { previousHash } = eventMetadata.parse(event.metadata);
  const expected = heads.get(event.stream) ?? null;
  heads.set(event.stream, eventHash(event));
  return previousHash === expected;
}

async function writeRows(rows: ExpenseModel, expenses: readonly LoadedExpense[]): Promise<void> {
  for (let from = 0; from < expenses.length; from += BATCH) {
    const batch = expenses.slice(from, from + BATCH).map(toRow);
    await rows.collection.insertMany(batch as never[], { ordered: false });
  }
}

/** The live read model serves until the swap. */
export async function rebuildReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<ReplayResult> {
  const rebuilt = await emptyModel(documents, `${EXPENSES_COLLECTION}_rebuilt`);
  const result = await replayInto(rebuilt, events, onProgress);
  await rebuilt.collection.rename(EXPENSES_COLLECTION, { dropTarget: true });
  await catchUp(documents, events, result.last?.position ?? null);
  await countAgain(documents, events);
  return result;
}

/** The live read model may have received events since the replay read its last batch. */
async function catchUp(documents: Connection, events: EventStore, from: Position | null): Promise<void> {
  const projection = new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), events);
  for (let after = from; ;) {
    const batch = await events.readAll({ prefixes: [EXPENSE_PREFIX], after, limit: BATCH });
    for (const event of batch) await projection.handle(event);
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.position ?? after;
  }
}

/** For an installation that is not running. Other documents stay, such as which payments have a report. */
export async function fillReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<ReplayResult> {
  const rows = await emptyModel(documents, EXPENSES_COLLECTION);
  const result = await replayInto(rows, events, onProgress);
  await fillPayments(documents, events);
  await countAgain(documents, events);
  // The lists may differ from what clients have cached.
  const versions = new ListVersionsStore(documents);
  for (const userId of await rows.distinct('userId')) await versions.raise(userId);
  if (result.last !== null) await new CheckpointStore(documents, READ_MODELS).save(result.last);
  return result;
}

async function countAgain(documents: Connection, events: EventStore): Promise<void> {
  const summaries = new SummaryStore(documents);
  await summaries.clear();
  await new SummaryProjection(summaries, events).catchUp();
}

async function fillPayments(documents: Connection, events: EventStore): Promise<void> {
  const projection = new PaymentProjection(paymentModel(documents), events);
  for (let after: Position | null = null; ;) {
    const batch: RecordedEvent[] = await events.readAll({ prefixes: [PAYMENT_PREFIX], after, limit: BATCH });
    for (const stream of new Set(batch.map((event) => event.stream))) await projection.handle({ stream });
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.position ?? after;
  }
}

/** A migration skips what is rebuilt from the events or only coordinates projecting. */
export function isDerived(collection: string): boolean {
  return /^((expenses|summaries)_v\d.*|checkpoints|leases)$/.test(collection);
}

export interface VerifyResult extends ReplayResult {
  /** Ids of expenses that differ or that only one side has; at most 100. */
  readonly differences: readonly string[];
}

export async function verifyReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<VerifyResult> {
  const replayed = await emptyModel(documents, `${EXPENSES_COLLECTION}_verified`);
  try {
    const result = await replayInto(replayed, events, onProgress);
    return { ...result, differences: await differences(expenseModel(documents), replayed) };
  } finally {
    await replayed.collection.drop();
  }
}

async function emptyModel(documents: Connection, name: string): Promise<ExpenseModel> {
  const model = expenseModel(documents, name);
  // Not `init()`, which caches that the collection exists even after a rename or drop.
  await model.createCollection();
  await model.createIndexes();
  await model.deleteMany({});
  return model;
}

async function differences(live: ExpenseModel, replayed: ExpenseModel): Promise<string[]> {
  const found: string[] = [];
  let after = '';
  for (;;) {
    const page = (model: ExpenseModel) =>
      model
        .find({ _id: { $gt: after } })
        .sort({ _id: 1 })
        .limit(BATCH)
        .lean();
    const [ours, theirs] = await Promise.all([page(live), page(replayed)]);
    // Beyond the shorter page, a missing id may only not have been read yet.
    const comparableUpTo = [ours, theirs]
      .flatMap((rows) => (rows.length === BATCH ? [rows.at(-1)?._id ?? ''] : []))
      .sort()[0];
    const texts = (rows: typeof ours) =>
      new Map(
        rows
          .filter(({ _id }) => comparableUpTo === undefined || _id <= comparableUpTo)
          .map((row) => [row._id, JSON.stringify(row)]),
      );
    const a = texts(ours);
    const b = texts(theirs);
    for (const id of new Set([...a.keys(), ...b.keys()])) if (a.get(id) !== b.get(id)) found.push(id);
    if (comparableUpTo === undefined || found.length >= 100) return found.slice(0, 100);
    after = comparableUpTo;
  }
}
