import { eventMetadata, type EventMetadata } from '@outlay/contracts';
import { eventHash, type EventStore, type RecordedEvent } from '@outlay/event-store';
import { requireChain, StreamBroken, type KnownHead } from './chain.js';
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

export interface DataSchema {
  readonly safeParse: (data: unknown) => { readonly success: boolean };
}

/** A kind of stream, and how its events make a state. */
export interface StreamFold<State, Event extends DomainEvent = DomainEvent> {
  /** A stream's name is the prefix and an id. */
  readonly prefix: string;
  /** Missing if no event had an earlier version. */
  readonly versions?: EventVersions<Event['type']>;
  /** The schema of each event type's data, in its current version. */
  readonly schemas: Readonly<Record<Event['type'], DataSchema>>;
  readonly initial: State;
  readonly evolve: (state: State, event: StoredEvent<Event>) => State;
  /** Whether the rules could have made the event from the state; otherwise another program appended it. */
  readonly allows: (state: State, event: StoredEvent<Event>) => boolean;
  /** False while further events of the same command must follow. Missing if none has to. */
  readonly isWhole?: (state: State) => boolean;
}

export interface StreamType<State, Command, Event extends DomainEvent> extends StreamFold<State, Event> {
  /** The name of a stream in messages to people. */
  readonly noun: string;
  /** Returns no events if the command changes nothing. */
  readonly decide: (command: Command, state: State, revision: number) => readonly Event[];
}

export interface LoadedStream<State> {
  readonly id: string;
  readonly state: State;
  /** −1: there is no such stream. */
  readonly revision: number;
  /** The hash of the last event. */
  readonly headHash: string | null;
}

/** A stream before its first event. */
export function emptyStream<State>({ initial }: Pick<StreamFold<State>, 'initial'>, id: string): LoadedStream<State> {
  return { id, state: initial, revision: -1, headHash: null };
}

/** @throws StreamBroken if the stream was altered, or this release cannot read it */
export async function loadStream<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  events: Pick<EventStore, 'readStream'>,
  id: string,
  known: KnownHead | null = null,
): Promise<LoadedStream<State>> {
  const stream = type.prefix + id;
  const stored = await events.readStream(stream);
  const headHash = requireChain(stream, stored, known);
  const state = fold(type, stored);
  const revision = stored.length - 1;
  requireWhole(type, stream, revision, state);
  return { id, state, revision, headHash };
}

/** Reads all events, oldest first. @throws StreamBroken if they were altered, or this release cannot read one */
export async function readHistory<Event extends DomainEvent>(
  type: Pick<StreamFold<unknown, Event>, 'prefix' | 'versions' | 'schemas'>,
  events: Pick<EventStore, 'readStream'>,
  id: string,
): Promise<StoredEvent<Event>[]> {
  const stream = type.prefix + id;
  const stored = await events.readStream(stream);
  requireChain(stream, stored);
  return stored.map((event) => toStoredEvent(type, event));
}

/** @throws StreamBroken if events must follow, since those of a command are appended together */
function requireWhole<State>(
  { isWhole }: Pick<StreamFold<State>, 'isWhole'>,
  stream: string,
  revision: number,
  state: State,
): void {
  if (!isWhole || isWhole(state)) return;
  throw new StreamBroken(stream, revision, `revision ${revision} is not followed by what it came with`);
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
  return events.reduce((current, event) => next(type, current, event), state);
}

/** The state after the event. @throws StreamBroken if this release cannot read it, or the rules do not allow it there */
export function next<State, Event extends DomainEvent>(
  type: StreamFold<State, Event>,
  state: State,
  event: RecordedEvent,
  stored = toStoredEvent(type, event),
): State {
  if (type.allows(state, stored)) return type.evolve(state, stored);
  const { stream, revision } = event;
  const finding = `revision ${revision} is ${stored.type}, which the rules do not allow after the events before it`;
  throw new StreamBroken(stream, revision, finding);
}

/** @throws StreamBroken if this release cannot read the event */
export function toStoredEvent<Event extends DomainEvent>(
  { versions, schemas }: Pick<StreamFold<unknown, Event>, 'versions' | 'schemas'>,
  { stream, id, revision, type, data, metadata }: RecordedEvent,
): StoredEvent<Event> {
  const unreadable = (finding: string) => new StreamBroken(stream, revision, `revision ${revision} ${finding}`);
  const parsed = eventMetadata.safeParse(metadata);
  if (!parsed.success) throw unreadable('has unreadable metadata');
  const { schemaVersion, at, actor } = parsed.data;
  if (!Object.hasOwn(schemas, type)) throw unreadable(`cannot be read: This release knows no event of type ${type}`);
  let current: unknown;
  try {
    current = upcast(versions, type, schemaVersion, data);
  } catch (error) {
    throw unreadable(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (!schemas[type as Event['type']].safeParse(current).success) throw unreadable('has unreadable data');
  return { type, data: current, id, revision, at, actor } as StoredEvent<Event>;
}
