import { createHash } from 'node:crypto';
import { eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { TRAIL_PREFIXES } from '@outlay/contracts';
import { MigrationRejected, type StepProgress, type Totals } from './migration.js';

const BATCH = 2000;
/** Far below the limit of 1 MB per append. */
const MAX_APPEND = 50;

/** The hash of a stream's last event covers its predecessors. */
export async function readEvents(
  store: EventStore,
  onProgress: StepProgress,
): Promise<[events: Totals, streams: Totals]> {
  const content = createHash('sha256');
  const lasts = new Map<string, RecordedEvent>();
  let count = 0;
  for await (const event of allEvents(store)) {
    content.update(textOf(event));
    lasts.set(event.stream, event);
    onProgress((count += 1));
  }
  const heads = [...lasts.values()].map(eventHash).sort().join('');
  return [
    { name: 'events', count, content: content.digest('hex') },
    { name: 'streams', count: lasts.size, content: createHash('sha256').update(heads).digest('hex') },
  ];
}

/** @throws MigrationRejected if the target has other events */
export async function countMigrated(from: EventStore, to: EventStore): Promise<number> {
  const ours = allEvents(from);
  let migrated = 0;
  for await (const theirs of allEvents(to)) {
    const { value } = await ours.next();
    if (!value || textOf(value) !== textOf(theirs)) {
      throw new MigrationRejected(
        `Revision ${theirs.revision} of ${theirs.stream} in the target is not from the source: it holds other data.`,
      );
    }
    migrated += 1;
  }
  return migrated;
}

/** Sequential appends keep the global order. */
export async function migrateEvents(
  from: EventStore,
  to: EventStore,
  migrated: number,
  onProgress: StepProgress,
): Promise<void> {
  let done = 0;
  let batch: RecordedEvent[] = [];
  const append = async () => {
    const [first] = batch;
    if (!first) return;
    await to.append(first.stream, batch, first.revision === 0 ? 'no-stream' : first.revision - 1);
    onProgress((done += batch.length));
    batch = [];
  };
  let seen = 0;
  for await (const event of allEvents(from)) {
    seen += 1;
    if (seen <= migrated) {
      onProgress((done += 1));
      continue;
    }
    if (batch[0]?.stream !== event.stream || batch.length === MAX_APPEND) await append();
    batch.push(event);
  }
  await append();
}

async function* allEvents(store: EventStore): AsyncGenerator<RecordedEvent, undefined> {
  for (let after: Position | null = null; ;) {
    const page: RecordedEvent[] = await store.readAll({
      prefixes: TRAIL_PREFIXES,
      after,
      limit: BATCH,
    });
    yield* page;
    const last = page.at(-1);
    if (!last) return undefined;
    after = last.position;
  }
}

/** Without its position and time of recording, which differ. */
function textOf({ stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return JSON.stringify([stream, revision, id, type, data, metadata]);
}
