import { eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { eventMetadata } from '@outlay/contracts';
import type { Connection } from 'mongoose';
import { isDeepStrictEqual } from 'node:util';
import { evolve } from '../domain/evolve.js';
import { initialState } from '../domain/expense.js';
import {
  EXPENSES_COLLECTION,
  READ_MODELS,
  expenseModel,
  toRow,
  toStored,
  type ExpenseModel,
  type ExpenseRow,
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

interface Replay {
  readonly result: ReplayResult;
  readonly expenses: Map<string, LoadedExpense>;
}

async function replay(events: EventStore, onProgress: (events: number) => void): Promise<Replay> {
  const expenses = new Map<string, LoadedExpense>();
  const heads = new Map<string, string>();
  let brokenAt: ReplayResult['brokenAt'] = null;
  let last: RecordedEvent | null = null;
  let count = 0;
  for await (const batch of batches(events, [EXPENSE_PREFIX, PAYMENT_PREFIX])) {
    for (const event of batch) {
      const { stream, revision } = event;
      if (!continuesChain(event, heads)) brokenAt ??= { stream, revision };
      last = event;
      if (!stream.startsWith(EXPENSE_PREFIX)) continue;
      const id = stream.slice(EXPENSE_PREFIX.length);
      const state = evolve(expenses.get(id)?.state ?? initialState, toExpenseEvent(event));
      expenses.set(id, { id, state, revision, headHash: heads.get(stream) ?? null });
    }
    count += batch.length;
    onProgress(count);
  }
  return { result: { events: count, expenses: expenses.size, brokenAt, last }, expenses };
}

async function* batches(events: EventStore, prefixes: readonly string[], from: Position | null = null) {
  for (let after = from; ;) {
    const batch = await events.readAll({ prefixes, after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) return;
    yield batch;
    after = last.position;
  }
}

function continuesChain(event: RecordedEvent, heads: Map<string, string>): boolean {
  const { previousHash } = eventMetadata.parse(event.metadata);
  const expected = heads.get(event.stream) ?? null;
  heads.set(event.stream, eventHash(event));
  return previousHash === expected;
}

async function writeRows(rows: ExpenseModel, replayed: Replay['expenses']): Promise<void> {
  const expenses = [...replayed.values()];
  for (let from = 0; from < expenses.length; from += BATCH) {
    const batch = expenses.slice(from, from + BATCH).map((expense) => toStored(rows, toRow(expense)));
    await rows.collection.insertMany(batch as never[]);
  }
}

/** The live read model serves until the swap. */
export async function rebuildReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<ReplayResult> {
  const rebuilt = await emptyModel(documents, `${EXPENSES_COLLECTION}_rebuilt`);
  const { result, expenses } = await replay(events, onProgress);
  await writeRows(rebuilt, expenses);
  await rebuilt.collection.rename(EXPENSES_COLLECTION, { dropTarget: true });
  await catchUp(documents, events, result.last?.position ?? null);
  await countAgain(documents, events);
  return result;
}

/** The live read model may have received events since the replay read its last batch. */
async function catchUp(documents: Connection, events: EventStore, from: Position | null): Promise<void> {
  const projection = new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), events);
  for await (const batch of batches(events, [EXPENSE_PREFIX], from))
    for (const event of batch) await projection.handle(event);
}

/** For an installation that is not running. Other documents stay, such as which payments have a report. */
export async function fillReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<ReplayResult> {
  const rows = await emptyModel(documents, EXPENSES_COLLECTION);
  const { result, expenses } = await replay(events, onProgress);
  await writeRows(rows, expenses);
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
  for await (const batch of batches(events, [PAYMENT_PREFIX]))
    for (const stream of new Set(batch.map((event) => event.stream))) await projection.handle({ stream });
}

/** A migration skips what is rebuilt from the events or only coordinates projecting. */
export function isDerived(collection: string): boolean {
  return /^((expenses|summaries)_v\d.*|checkpoints|leases)$/.test(collection);
}

export interface VerifyResult extends ReplayResult {
  /** Ids of expenses that differ or that only one side has; at most 100. */
  readonly differences: readonly string[];
}

/** Projecting is deterministic, so each document is compared exactly. */
export async function verifyReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<VerifyResult> {
  const { result, expenses } = await replay(events, onProgress);
  const rows = expenseModel(documents);
  const different: string[] = [];
  for await (const row of rows.find().lean<ExpenseRow>().cursor()) {
    const expense = expenses.get(row._id);
    const expected = expense && toStored(rows, toRow(expense));
    // The stores may return a document's fields in another order.
    if (!isDeepStrictEqual(row, expected)) different.push(row._id);
    expenses.delete(row._id);
  }
  return { ...result, differences: [...different, ...expenses.keys()].sort().slice(0, 100) };
}

async function emptyModel(documents: Connection, name: string): Promise<ExpenseModel> {
  const model = expenseModel(documents, name);
  // Not `init()`, which caches that the collection exists even after a rename or drop.
  await model.createCollection();
  await model.createIndexes();
  await model.deleteMany({});
  return model;
}
