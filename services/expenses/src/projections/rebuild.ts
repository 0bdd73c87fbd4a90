import { prepareCollection } from '@outlay/documents';
import type { EventStore, Position, RecordedEvent } from '@outlay/event-store';
import type { Connection } from 'mongoose';
import {
  EXPENSES_COLLECTION,
  READ_MODELS,
  expenseModel,
  toRow,
  toStored,
  type ExpenseModel,
} from '../read-models/expense.model.js';
import { JoinedReceipts } from '../read-models/joined-receipts.js';
import { ListVersionsStore } from '../read-models/list-versions.store.js';
import { ALL_USERS, SummaryStore, type Replacement } from '../read-models/summary.store.js';
import { personModel } from '../read-models/renamed-people.js';
import { paymentModel } from '../read-models/payment.model.js';
import { runModel } from '../read-models/run.model.js';
import { CheckpointStore } from './checkpoint.store.js';
import { ExpenseProjection } from './expense.projection.js';
import { PersonProjection } from './person.projection.js';
import { PaymentProjection } from './payment.projection.js';
import { RunProjection } from './run.projection.js';
import type { Fill } from './projector.js';
import { SummaryProjection } from './summary.projection.js';
import { RebuildProgress } from './rebuild-progress.js';
import { NOTHING_REPLAYED, batches, replay, type ReplayResult } from './replay.js';
import { SummaryTally } from './summary-tally.js';
import {
  ACCOUNT_PREFIX,
  EXPENSE_PREFIX,
  PAYMENT_PREFIX,
  PROJECTED_PREFIXES,
  RUN_PREFIX,
} from '../stream/stream-types.js';
import { brokenBy, type Broken } from './quarantine.js';

const PAGE = 500;

type PastEvents = Pick<EventStore, 'readAll' | 'readStream'>;

interface Watcher {
  /** Called after each batch; the rebuild ends if it throws, and the next one continues there. */
  readonly onProgress?: (events: number, last: Position) => void;
  readonly onBroken?: (broken: Broken) => Promise<void>;
}

/** The live read model serves until the swap. After a crash, the next rebuild continues this one. */
export async function rebuildReadModel(
  documents: Connection,
  events: PastEvents,
  watcher: Watcher = {},
  name = `${EXPENSES_COLLECTION}_rebuilt`,
): Promise<ReplayResult> {
  const progress = new RebuildProgress(documents, name);
  const from = await progress.load(events);
  const rebuilt = from ? expenseModel(documents, name) : await emptyModel(documents, name);
  const tally = new SummaryTally();
  const joined = new JoinedReceipts(documents);
  // Documents after the last saved progress are written again.
  let mayExist = from !== null;
  const result = await replay(events, from ?? NOTHING_REPLAYED, async (expenses, at, broken) => {
    const rows = expenses.map(toRow);
    await joined.add(rows);
    const writes = expenses.map((expense, index) => {
      const document = toStored(rebuilt, rows[index]!) as never;
      const isNew = expense.before.status === 'none' && !mayExist;
      return isNew
        ? { insertOne: { document } }
        : { replaceOne: { filter: { _id: expense.id as never }, replacement: document, upsert: true } };
    });
    if (writes.length > 0) await rebuilt.collection.bulkWrite(writes);
    mayExist = false;
    if (!from) tally.add(expenses);
    for (const one of broken) await watcher.onBroken?.(one);
    await progress.save(at);
    watcher.onProgress?.(at.events, at.last.position);
  });
  if (from) await tally.addRows(rebuilt);
  await rebuilt.createIndexes();
  await progress.clear();
  const isLive = (await documents.listCollections()).some((collection) => collection.name === EXPENSES_COLLECTION);
  await rebuilt.collection.rename(EXPENSES_COLLECTION, { dropTarget: isLive });
  await catchUp(documents, events, result.last?.position ?? null, watcher);
  await personModel(documents).deleteMany({});
  await fillFromStreams(ACCOUNT_PREFIX, peopleOf(documents, events), events, watcher);
  const counted = result.last?.position ?? null;
  await countAgain(documents, events, [...tally.analytics(counted), ...tally.all(counted)]);
  return result;
}

/** The live read model may have received events since the replay read its last batch. */
async function catchUp(
  documents: Connection,
  events: PastEvents,
  from: Position | null,
  watcher: Watcher,
): Promise<void> {
  const projection = new ExpenseProjection(expenseModel(documents), new ListVersionsStore(documents), events);
  for await (const [batch] of batches(events, [EXPENSE_PREFIX], from))
    for (const event of batch) await parking(event, () => projection.handle(event), watcher);
}

/** The stream that an event breaks is reported, and the others go on. */
async function parking(
  event: Pick<RecordedEvent, 'stream' | 'revision'>,
  project: () => Promise<void>,
  { onBroken }: Watcher,
): Promise<void> {
  try {
    await project();
  } catch (error) {
    const broken = brokenBy(event, error);
    if (!broken) throw error;
    await onBroken?.(broken);
  }
}

/**
 * Fills the read models of an installation that has none, and sets the checkpoint to continue from. Other documents
 * stay, such as which payments have a report.
 */
export async function fillReadModel(
  documents: Connection,
  events: PastEvents,
  watcher: Watcher = {},
): Promise<ReplayResult> {
  // The name differs from that of a rebuild, which an operator may start meanwhile.
  const result = await rebuildReadModel(documents, events, watcher, `${EXPENSES_COLLECTION}_filled`);
  await fillFromStreams(PAYMENT_PREFIX, new PaymentProjection(paymentModel(documents), events), events, watcher);
  await fillFromStreams(RUN_PREFIX, new RunProjection(runModel(documents), events), events, watcher);
  await raiseVersions(documents);
  if (result.last !== null) await new CheckpointStore(documents, READ_MODELS).save(result.last);
  return result;
}

/** The fill of a starting instance; a new installation has nothing to fill. */
export function fillFrom(documents: Connection, events: PastEvents): Fill {
  return async (watcher) => {
    const [first] = await events.readAll({ prefixes: PROJECTED_PREFIXES, after: null, limit: 1 });
    if (!first) return null;
    const { last } = await fillReadModel(documents, events, watcher);
    return last?.position ?? null;
  };
}

async function countAgain(
  documents: Connection,
  events: PastEvents,
  counted: readonly Replacement['next'][],
): Promise<void> {
  const summaries = new SummaryStore(documents);
  await summaries.clear();
  await summaries.replace(counted.map((next) => ({ next, previous: null })));
  await new SummaryProjection(summaries, events).catchUp();
}

/** A document of each stream, which its last event in a batch brings up to date. */
async function fillFromStreams(
  prefix: string,
  projection: { handle(event: RecordedEvent): Promise<void> },
  events: PastEvents,
  watcher: Watcher,
): Promise<void> {
  for await (const [batch] of batches(events, [prefix]))
    for (const event of new Map(batch.map((event) => [event.stream, event])).values())
      await parking(event, () => projection.handle(event), watcher);
}

function peopleOf(documents: Connection, events: PastEvents): PersonProjection {
  return new PersonProjection(personModel(documents), new ListVersionsStore(documents), events);
}

/** The lists may differ from what clients have cached. */
async function raiseVersions(documents: Connection): Promise<void> {
  const versions = new ListVersionsStore(documents);
  const summaries = new SummaryStore(documents);
  for (let after = ''; ;) {
    const page = await summaries.page(after, PAGE);
    await versions.raiseAll(page.map(({ _id }) => _id).filter((scope) => scope !== ALL_USERS));
    const last = page.at(-1);
    if (!last) return;
    after = last._id;
  }
}

/** The collections that a migration skips: they are rebuilt from the events, or only coordinate projecting. */
export function isDerived(collection: string): boolean {
  return /^((expenses|summaries|people|joined-receipts)_v\d.*|checkpoints|leases|quarantined-streams)$/.test(
    collection,
  );
}

/** Indexes are made once the collection is full, which is much faster; that of the search grows with it. */
async function emptyModel(documents: Connection, name: string): Promise<ExpenseModel> {
  const model = expenseModel(documents, name);
  await prepareCollection(model);
  for (const index of await model.listIndexes())
    if (!/^_id_$|terms|substrings/.test(index.name)) await model.collection.dropIndex(index.name);
  await model.deleteMany({});
  return model;
}
