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
import { paymentModel } from '../read-models/payment.model.js';
import { CheckpointStore } from './checkpoint.store.js';
import { ExpenseProjection } from './expense.projection.js';
import { PaymentProjection } from './payment.projection.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX, toFact } from '../stream/facts.js';
import type { LoadedExpense } from '../stream/load-expense.js';

const BATCH = 2000;

export interface ReplayResult {
  readonly events: number;
  readonly expenses: number;
  /** The first event whose predecessor is not what was hashed when it was written; null for an unbroken trail. */
  readonly brokenAt: { readonly stream: string; readonly revision: number } | null;
  readonly last: Position | null;
}

/**
 * Folds every event into an empty collection. The same events always give the same rows, so a rebuilt read model and
 * the live one can be compared byte for byte. Checks the hash chain of every stream on the way.
 */
async function replayInto(
  rows: ExpenseModel,
  events: EventStore,
  onProgress: (events: number) => void,
): Promise<ReplayResult> {
  const expenses = new Map<string, LoadedExpense>();
  const heads = new Map<string, string>();
  let brokenAt: ReplayResult['brokenAt'] = null;
  let last: Position | null = null;
  let count = 0;
  for (;;) {
    const batch = await events.readAll({ prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX], after: last, limit: BATCH });
    if (batch.length === 0) break;
    for (const event of batch) {
      if (!follows(event, heads) && brokenAt === null) brokenAt = { stream: event.stream, revision: event.revision };
      if (!event.stream.startsWith(EXPENSE_PREFIX)) continue;
      const id = event.stream.slice(EXPENSE_PREFIX.length);
      const state = evolve(expenses.get(id)?.state ?? initialState, toFact(event));
      expenses.set(id, { id, state, revision: event.revision, headHash: heads.get(event.stream) ?? null });
    }
    last = batch.at(-1)?.position ?? last;
    count += batch.length;
    onProgress(count);
  }
  await writeRows(rows, [...expenses.values()]);
  return { events: count, expenses: expenses.size, brokenAt, last };
}

function follows(event: RecordedEvent, heads: Map<string, string>): boolean {
  const { previousHash } = eventMetadata.parse(event.metadata);
  const expected = heads.get(event.stream) ?? null;
  heads.set(event.stream, eventHash(event));
  return previousHash === expected;
}

/** Each expense's last state, once: what it went through on the way is nobody's to read. */
async function writeRows(rows: ExpenseModel, expenses: readonly LoadedExpense[]): Promise<void> {
  for (let from = 0; from < expenses.length; from += BATCH) {
    const batch = expenses.slice(from, from + BATCH).map(toRow);
    // The rows are made here and need none of mongoose's casting.
    await rows.collection.insertMany(batch as never[], { ordered: false });
  }
}

/** Drops the read model's place and puts a rebuilt one there; the live one serves until the swap. */
export async function rebuildReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<ReplayResult> {
  const beside = await emptyModel(documents, `${EXPENSES_COLLECTION}_rebuilt`);
  const result = await replayInto(beside, events, onProgress);
  await beside.collection.rename(EXPENSES_COLLECTION, { dropTarget: true });
  await catchUp(documents, events, result.last);
  return result;
}

/** What was written to the old rows after the replay's last look went with them, and is brought to the new ones. */
async function catchUp(documents: Connection, events: EventStore, from: Position | null): Promise<void> {
  const projection = new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), events);
  for (let after = from; ;) {
    const batch = await events.readAll({ prefixes: [EXPENSE_PREFIX], after, limit: BATCH });
    for (const event of batch) await projection.handle(event);
    if (batch.length < BATCH) return;
    after = batch.at(-1)?.position ?? after;
  }
}

/**
 * Fills the read models of an installation on which nothing runs, and has whoever projects there go on after it. What its
 * other documents say already, such as which payments have their report, stays.
 */
export async function fillReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<ReplayResult> {
  const rows = await emptyModel(documents, EXPENSES_COLLECTION);
  const result = await replayInto(rows, events, onProgress);
  await fillPayments(documents, events);
  // Where the rows were behind their events, the lists are others than those known by their versions.
  const versions = new ListVersionsStore(documents);
  for (const userId of await rows.distinct('userId')) await versions.raise(userId);
  if (result.last !== null) await new CheckpointStore(documents, READ_MODELS).save(result.last);
  return result;
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

/** Whether a collection follows from the events, or says who projects them and how far: no other installation needs it. */
export function isDerived(collection: string): boolean {
  return /^(expenses_v\d.*|checkpoints|leases)$/.test(collection);
}

export interface VerifyResult extends ReplayResult {
  /** Ids whose live row differs from the replayed one, is missing, or should not be there; the first hundred. */
  readonly differences: readonly string[];
}

/** Replays beside the live read model and compares the two, row by row. */
export async function verifyReadModel(
  documents: Connection,
  events: EventStore,
  onProgress: (events: number) => void = () => undefined,
): Promise<VerifyResult> {
  const beside = await emptyModel(documents, `${EXPENSES_COLLECTION}_verified`);
  try {
    const result = await replayInto(beside, events, onProgress);
    return { ...result, differences: await differences(expenseModel(documents), beside) };
  } finally {
    await beside.collection.drop();
  }
}

async function emptyModel(documents: Connection, name: string): Promise<ExpenseModel> {
  const model = expenseModel(documents, name);
  // Not `init()`: it remembers having made the collection, which a rename or a drop has taken away since.
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
    // Only up to where both pages reach can absence be told from not having been read yet.
    const reach = [ours, theirs].flatMap((rows) => (rows.length === BATCH ? [rows.at(-1)?._id ?? ''] : [])).sort()[0];
    const texts = (rows: typeof ours) =>
      new Map(
        rows.filter(({ _id }) => reach === undefined || _id <= reach).map((row) => [row._id, JSON.stringify(row)]),
      );
    const a = texts(ours);
    const b = texts(theirs);
    for (const id of new Set([...a.keys(), ...b.keys()])) if (a.get(id) !== b.get(id)) found.push(id);
    if (reach === undefined || found.length >= 100) return found.slice(0, 100);
    after = reach;
  }
}
