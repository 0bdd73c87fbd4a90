import { prepareCollection } from '@outlay/documents';
import type { EventStore, Position } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import {
  EXPENSES_COLLECTION,
  READ_MODELS,
  expenseModel,
  toRow,
  toStored,
  type ExpenseModel,
} from '../read-models/expense.model.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { SummaryStore, type Summary } from '../read-models/summary.store.js';
import { paymentModel } from '../read-models/payment.model.js';
import { CheckpointStore } from './checkpoint.store.js';
import { ExpenseProjection } from './expense.projection.js';
import { PaymentProjection } from './payment.projection.js';
import { SummaryProjection } from './summary.projection.js';
import { RebuildProgress } from './rebuild-progress.js';
import { NOTHING_REPLAYED, batches, replay, type ReplayResult } from './replay.js';
import { SummaryTally } from './summary-tally.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '../stream/stream-types.js';

type PastEvents = Pick<EventStore, 'readAll' | 'readStream'>;
type Progress = (events: number, last: Position) => void;
const NO_PROGRESS: Progress = () => undefined;

/** The live read model serves until the swap. After a crash, the next rebuild goes on where this one was. */
export async function rebuildReadModel(
  documents: Connection,
  events: EventStore,
  onProgress = NO_PROGRESS,
): Promise<ReplayResult> {
  const name = `${EXPENSES_COLLECTION}_rebuilt`;
  const progress = new RebuildProgress(documents, name);
  const from = await progress.load(events);
  const rebuilt = from ? expenseModel(documents, name) : await emptyModel(documents, name);
  const { result, summaries } = await fill(rebuilt, events, from, onProgress, (at) => progress.save(at));
  await rebuilt.createIndexes();
  await progress.clear();
  await rebuilt.collection.rename(EXPENSES_COLLECTION, { dropTarget: true });
  await catchUp(documents, events, result.last?.position ?? null);
  await countAgain(documents, events, summaries);
  return result;
}

async function fill(
  rows: ExpenseModel,
  events: PastEvents,
  from: ReplayResult | null,
  onProgress: Progress,
  onWritten?: (replayed: ReplayResult) => Promise<void>,
) {
  const summaries = from ? null : new SummaryTally();
  // What was written after the last saved progress is written again.
  let mayExist = from !== null;
  const result = await replay(events, from ?? NOTHING_REPLAYED, async (expenses, at) => {
    const writes = expenses.map((expense) => {
      const document = toStored(rows, toRow(expense)) as never;
      const isNew = expense.before.status === 'none' && !mayExist;
      return isNew
        ? { insertOne: { document } }
        : { replaceOne: { filter: { _id: expense.id as never }, replacement: document, upsert: true } };
    });
    if (writes.length > 0) await rows.collection.bulkWrite(writes);
    mayExist = false;
    summaries?.add(expenses, at.last.position);
    await onWritten?.(at);
    onProgress(at.events, at.last.position);
  });
  return { result, summaries: summaries?.all() ?? null };
}

/** The live read model may have received events since the replay read its last batch. */
async function catchUp(documents: Connection, events: PastEvents, from: Position | null): Promise<void> {
  const projection = new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), events);
  for await (const [batch] of batches(events, [EXPENSE_PREFIX], from))
    for (const event of batch) await projection.handle(event);
}

/** For an installation that is not running. Other documents stay, such as which payments have a report. */
export async function fillReadModel(
  documents: Connection,
  events: PastEvents,
  onProgress = NO_PROGRESS,
): Promise<ReplayResult> {
  const rows = await emptyModel(documents, EXPENSES_COLLECTION);
  const { result, summaries } = await fill(rows, events, null, onProgress);
  await rows.createIndexes();
  await fillPayments(documents, events);
  await countAgain(documents, events, summaries);
  // The lists may differ from what clients have cached.
  const versions = new ListVersionsStore(documents);
  for (const userId of await rows.distinct('userId')) await versions.raise(userId);
  if (result.last !== null) await new CheckpointStore(documents, READ_MODELS).save(result.last);
  return result;
}

async function countAgain(
  documents: Connection,
  events: PastEvents,
  counted: readonly Summary[] | null,
): Promise<void> {
  const summaries = new SummaryStore(documents);
  await summaries.clear();
  await summaries.replace((counted ?? []).map((next) => ({ next, previous: null })));
  await new SummaryProjection(summaries, events).catchUp();
}

async function fillPayments(documents: Connection, events: PastEvents): Promise<void> {
  const projection = new PaymentProjection(paymentModel(documents), events);
  for await (const [batch] of batches(events, [PAYMENT_PREFIX]))
    for (const stream of new Set(batch.map((event) => event.stream))) await projection.handle({ stream });
}

/** A migration skips what is rebuilt from the events or only coordinates projecting. */
export function isDerived(collection: string): boolean {
  return /^((expenses|summaries)_v\d.*|checkpoints|leases|log-positions|quarantined-streams)$/.test(collection);
}

/** Its indexes are made when it is full, which takes a fraction of the time; that of the search grows with it. */
async function emptyModel(documents: Connection, name: string): Promise<ExpenseModel> {
  const model = expenseModel(documents, name);
  await prepareCollection(model);
  for (const index of await model.listIndexes())
    if (!/^_id_$|terms|substrings/.test(index.name)) await model.collection.dropIndex(index.name);
  await model.deleteMany({});
  return model;
}
