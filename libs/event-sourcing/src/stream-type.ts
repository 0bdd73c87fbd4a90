import type { EventMetadata } from '@outlay/contracts';
import { eventHash, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { upcast, type EventVersions } from './event-versions.js';

export interface DomainEvent {
  readonly type: string;
  readonly data: unknown;
}

/** An event of the domain in its current version, with what its envelope says of it. */
export type StoredEvent<Event extends DomainEvent> = Event & {
  readonly id: string;
  readonly revision: number;
  /** ISO instant. */
  readonly at: string;
  readonly actor: EventMetadata['actor'];
};

/** A kind of stream, and how its events make a state. */
export interface StreamFold<State, Event extends DomainEvent = DomainEvent> {
  /** A stream's name is the prefix and an id. */
  readonly prefix: string;
  readonly versions: EventVersions<Event['type']>;
  readonly initial: State;
  readonly evolve: (state: State, event: StoredEvent<Event>) => State;
}

export interface StreamType<State, Command, Event extends DomainEvent> extends StreamFold<State, Event> {
  /** In messages to people. */
  readonly noun: string;
  /** No events: the command changes nothing. */
  readonly decide: (command: Command, state: State, revision: number) => readonly Event[];
}

export interface LoadedStream<State> {
  readonly id: string;
  readonly state: State;
  /** −1: there is no such stream. */
  readonly revision: number;
  /** Of the last event. */
  readonly headHash: string | null;
}

export async function loadStream<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  events: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<LoadedStream<State>> {
  const empty = { id, state: type.initial, revision: -1, headHash: null };
  return advance(type, empty, await events.readStream(type.prefix + id));
}

export function advance<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  loaded: LoadedStream<State>,
  events: readonly RecordedEvent[],
): LoadedStream<State> {
  const last = events.at(-1);
  if (!last) return loaded;
  const state = fold(type, events, loaded.state);
  return { id: loaded.id, state, revision: last.revision, headHash: eventHash(last) };
}

export function fold<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  events: readonly RecordedEvent[],
  state = type.initial,
): State {
  return events.reduce((current, event) => type.evolve(current, toStoredEvent(type, event)), state);
}

/** @throws Error if this release cannot read the event */
export function toStoredEvent<Event extends DomainEvent>(
  { versions }: Pick<StreamFold<unknown, Event>, 'versions'>,
  { id, revision, type, data, metadata }: RecordedEvent,
): StoredEvent<Event> {
  const { schemaVersion, at, actor } = metadata as EventMetadata;
  const event = { type, data: upcast(versions, type, schemaVersion, data) } as Event;
  return { ...event, id, revision, at, actor };
}
