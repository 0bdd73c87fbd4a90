import { createHash } from 'node:crypto';
import { eventHash, type EventStore, type HashedEvent } from '@outlay/event-store';
import { MigrationRejected, type StepProgress, type Totals } from './migration.js';
import type { Source } from './source.js';

/** The number is far below the limit of 1 MB per append. */
const MAX_APPEND = 50;

/** The hash of a stream's last event covers its predecessors. */
export async function readEvents(source: Source, onProgress: StepProgress): Promise<[events: Totals, streams: Totals]> {
  const content = createHash('sha256');
  const lasts = new Map<string, HashedEvent>();
  let count = 0;
  for await (const event of source.events()) {
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
export async function countMigrated(from: Source, to: Source): Promise<number> {
  const ours = from.events()[Symbol.asyncIterator]();
  let migrated = 0;
  for await (const theirs of to.events()) {
    const { value, done } = await ours.next();
    if (done || textOf(value) !== textOf(theirs)) {
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
  from: Source,
  to: EventStore,
  migrated: number,
  onProgress: StepProgress,
): Promise<void> {
  let done = 0;
  let batch: HashedEvent[] = [];
  const append = async () => {
    const [first] = batch;
    if (!first) return;
    await to.append(first.stream, batch, first.revision === 0 ? 'no-stream' : first.revision - 1);
    onProgress((done += batch.length));
    batch = [];
  };
  let seen = 0;
  for await (const event of from.events()) {
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

/** The event without its position and time of recording, which differ. */
function textOf({ stream, revision, id, type, data, metadata }: HashedEvent): string {
  return JSON.stringify([stream, revision, id, type, data, metadata]);
}
