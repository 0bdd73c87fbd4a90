import {
  comparePositions,
  eventHash,
  type EventStore,
  type HashedEvent,
  type RecordedEvent,
} from '@outlay/event-store';
import { TRAIL_PREFIXES } from '@outlay/contracts';
import { allEvents } from '../migrate/stores-source.js';
import { UnusableBackup, type BackupSet, type EventRows, type Manifest } from './backup-set.js';

/** The number of events in one object. */
const TOGETHER = 10_000;

type BackedUpEvents = Manifest['events'];

/** Backs up the events stored before the call; events of an earlier backup are not read again. */
export async function backUpEvents(
  store: EventStore,
  set: BackupSet,
  earlier: Manifest | null,
  onProgress: (done: number) => void,
): Promise<BackedUpEvents> {
  const head = await store.head();
  const rows = earlier === null ? [] : await reusable(store, set, earlier);
  let count = rows.length * TOGETHER;
  let position = rows.at(-1)?.last ?? null;
  let [previous, batch]: [string | null, RecordedEvent[]] = [position, []];
  const flush = async () => {
    const last = batch.at(-1);
    if (!last) return;
    const stored = await set.putRows(batch.map(rowOf));
    rows.push({
      ...stored,
      before: batch.at(-2)?.position ?? previous,
      last: last.position,
      lastHash: eventHash(last),
    });
    [previous, position] = [last.position, last.position];
    onProgress((count += batch.length));
    batch = [];
  };
  for await (const event of allEvents(store, position)) {
    if (head === null || comparePositions(event.position, head) > 0) break;
    batch.push(event);
    if (batch.length === TOGETHER) await flush();
  }
  await flush();
  return { count, position, rows };
}

/** @throws UnusableBackup if the events are not those of the earlier backup */
async function reusable(store: EventStore, set: BackupSet, { events, createdAt }: Manifest): Promise<EventRows[]> {
  const last = events.rows.at(-1);
  if (!last) return [];
  const [event] = await store.readAll({ prefixes: TRAIL_PREFIXES, after: last.before, limit: 1 });
  if (event?.position !== last.last || eventHash(event) !== last.lastHash) {
    throw new UnusableBackup(
      `Event ${events.count} is not the one that the backup of ${createdAt} has. If the events were restored or moved since, ` +
        'use another folder; otherwise find out what was altered: npm run audit -- verify.',
    );
  }
  const full = events.rows.filter(({ count }) => count === TOGETHER);
  for (const rows of full) if (!(await set.has(rows))) return [];
  return full;
}

type EventRow = readonly [stream: string, revision: number, id: string, type: string, data: unknown, metadata: unknown];

function rowOf({ stream, revision, id, type, data, metadata }: RecordedEvent): EventRow {
  return [stream, revision, id, type, data, metadata];
}

/** @throws UnusableBackup if they are not what was written */
export async function* backedUpEvents(set: BackupSet, { events }: Manifest): AsyncGenerator<HashedEvent> {
  let first = 0;
  for (const rows of events.rows) {
    const what = `events ${first + 1} to ${first + rows.count}`;
    for (const [stream, revision, id, type, data, metadata] of await set.rows<EventRow>(rows, what))
      yield { stream, revision, id, type, data, metadata };
    first += rows.count;
  }
}
