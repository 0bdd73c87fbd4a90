import { createHash } from 'node:crypto';
import { eventHash, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '@outlay/expenses';
import { MoveRefused, type Tick, type Totals } from './moved.js';

const BATCH = 2000;
/** How many events of one stream that follow each other go in one append. Far below the 1 MB that an append may have. */
const LONGEST_APPEND = 50;

/** Every event in the one order, as stored; and each stream's last, whose hash seals all before it. */
export async function readTrail(store: EventStore, onProgress: Tick): Promise<[events: Totals, streams: Totals]> {
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

/** How many of the events stand on the other side already. Refuses one whose events are not the first of these. */
export async function countMoved(from: EventStore, to: EventStore): Promise<number> {
  const ours = allEvents(from);
  let moved = 0;
  for await (const theirs of allEvents(to)) {
    const { value } = await ours.next();
    if (!value || textOf(value) !== textOf(theirs)) {
      throw new MoveRefused(
        `Revision ${theirs.revision} of ${theirs.stream} there is not from here: it holds other data.`,
      );
    }
    moved += 1;
  }
  return moved;
}

/** Appends the events after the first `moved` ones, one append after another: the order over all streams stays. */
export async function moveEvents(from: EventStore, to: EventStore, moved: number, onProgress: Tick): Promise<void> {
  let done = 0;
  let waiting: RecordedEvent[] = [];
  const append = async () => {
    const [first] = waiting;
    if (!first) return;
    await to.append(first.stream, waiting, first.revision === 0 ? 'no-stream' : first.revision - 1);
    onProgress((done += waiting.length));
    waiting = [];
  };
  let seen = 0;
  for await (const event of allEvents(from)) {
    seen += 1;
    if (seen <= moved) {
      onProgress((done += 1));
      continue;
    }
    if (waiting[0]?.stream !== event.stream || waiting.length === LONGEST_APPEND) await append();
    waiting.push(event);
  }
  await append();
}

async function* allEvents(store: EventStore): AsyncGenerator<RecordedEvent, undefined> {
  for (let after: Position | null = null; ;) {
    const batch: RecordedEvent[] = await store.readAll({
      prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX],
      after,
      limit: BATCH,
    });
    yield* batch;
    const last = batch.at(-1);
    if (!last) return undefined;
    after = last.position;
  }
}

/** All that moves of an event: where and when a store recorded it is that store's own. */
function textOf({ stream, revision, id, type, data, metadata }: RecordedEvent): string {
  return JSON.stringify([stream, revision, id, type, data, metadata]);
}
