import { eventMetadata } from '@outlay/contracts';
import { comparePositions, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { advance, emptyStream, type DomainEvent, type LoadedStream, type StreamFold } from './stream-type.js';

/** The past ends with an instant (ISO, inclusive), or before an event. */
export type PastEnd = { readonly asOf: string } | { readonly before: Position };
type PastEvents = Pick<EventStore, 'readAll' | 'readStream'>;

const BATCH = 500;

/** A stream up to its first event after the instant: if a clock was set back, later events could not be folded. */
export function streamUntil<Event>(events: readonly Event[], atOf: (event: Event) => string, asOf: string): Event[] {
  const end = events.findIndex((event) => atOf(event) > asOf);
  return end === -1 ? [...events] : events.slice(0, end);
}

/** The store as it was. */
export function eventsUntil(events: PastEvents, end: PastEnd): PastEvents {
  /** The first event after the instant of each stream. */
  const ends = new Map<string, Position>();
  const isPast = ({ stream, position, metadata }: RecordedEvent): boolean => {
    if ('before' in end) return comparePositions(position, end.before) < 0;
    const known = ends.get(stream);
    if (known !== undefined && comparePositions(position, known) >= 0) return false;
    if (instantOf({ metadata }) <= end.asOf) return true;
    ends.set(stream, position);
    return false;
  };
  return {
    readStream: async (stream, options) => {
      const all = await events.readStream(stream, options);
      return 'before' in end ? all.filter(isPast) : streamUntil(all, instantOf, end.asOf);
    },
    // Batches are full: fewer events than asked for mean that there are no more.
    readAll: async ({ after: from, ...options }) => {
      const past: RecordedEvent[] = [];
      for (let after = from; past.length < options.limit;) {
        const batch = await events.readAll({ ...options, after });
        past.push(...batch.filter(isPast));
        const last = batch.at(-1);
        if (!last || batch.length < options.limit || ('before' in end && !isPast(last))) break;
        after = last.position;
      }
      return past.slice(0, options.limit);
    },
  };
}

/** All streams of a kind as they were. @throws StreamBroken if this release cannot read an event */
export async function foldUntil<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  events: PastEvents,
  end: PastEnd,
): Promise<LoadedStream<State>[]> {
  const past = eventsUntil(events, end);
  const streams = new Map<string, LoadedStream<State>>();
  for (let after: Position | null = null; ;) {
    const batch = await past.readAll({ prefixes: [type.prefix], after, limit: BATCH });
    const last = batch.at(-1);
    if (!last) return [...streams.values()];
    for (const event of batch) {
      const id = event.stream.slice(type.prefix.length);
      const before = streams.get(id) ?? emptyStream(type, id);
      streams.set(id, advance(type, before, [event]));
    }
    after = last.position;
  }
}

/** An event that cannot be read is no part of the past; a verification names it. */
function instantOf({ metadata }: Pick<RecordedEvent, 'metadata'>): string {
  const parsed = eventMetadata.safeParse(metadata);
  return parsed.success ? parsed.data.at : '';
}
