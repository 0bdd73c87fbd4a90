import { OutlayError, type MessageContext } from '@outlay/contracts';
import { WrongExpectedRevision, type EventStore, type RecordedEvent } from '@outlay/event-store';
import type { Clock, IdSource } from '@outlay/time';
import { StreamBroken, type KnownHead } from './chain.js';
import { toEnvelopes } from './envelope.js';
import {
  advance,
  loadStream,
  readHistory,
  type DomainEvent,
  type LoadedStream,
  type StoredEvent,
  type StreamType,
} from './stream-type.js';

export type CommandBuilder<State, Command> = (loaded: LoadedStream<State>) => Promise<Command | null> | Command | null;

export interface HandlerOptions<State> {
  /** Stable ids make a repeated append succeed without writing. Random by default. */
  readonly eventId?: (index: number) => string;
  readonly requestHash?: string | undefined;
  /**
   * The stream as the caller has just loaded it, or knows that it must be, to decide on. It is loaded again if it has
   * changed since.
   */
  readonly loaded?: LoadedStream<State> | undefined;
  /** The head that the guard would look up, if the caller has just read it. Null if the command is built with it. */
  readonly known?: KnownHead | null | undefined;
  /** Gets the stream as it is and as it will be. False builds and decides the command again. */
  readonly beforeAppend?: (loaded: LoadedStream<State>, next: LoadedStream<State>) => Promise<boolean>;
}

export interface HandledStream<State> extends LoadedStream<State> {
  readonly hasChanged: boolean;
}

/** Knows the heads that something was derived from, and is called for broken streams. */
export interface TrailGuard {
  /**
   * The head that something was derived from, asked for before the stream is read. Null if there is none, or if it
   * cannot be looked up now.
   */
  knownHead(id: string): Promise<KnownHead | null>;
  streamBroken(error: StreamBroken): Promise<void>;
}

const MAX_ATTEMPTS = 6;

/** Reads and changes the streams of one type. */
export class CommandHandler<State, Command, Event extends DomainEvent> {
  constructor(
    private readonly type: StreamType<State, Command, Event>,
    protected readonly events: EventStore,
    private readonly clock: Clock,
    private readonly ids: IdSource,
    private readonly guard: TrailGuard | null = null,
  ) {}

  /** @throws StreamBroken if the stored stream was altered */
  async load(id: string, known?: KnownHead | null): Promise<LoadedStream<State>> {
    try {
      const head = known === undefined ? await this.guard?.knownHead(id) : known;
      return await loadStream(this.type, this.events, id, head);
    } catch (error) {
      if (error instanceof StreamBroken) await this.guard?.streamBroken(error);
      throw error;
    }
  }

  /** Reads all events, oldest first. @throws StreamBroken if they were altered, or this release cannot read one */
  history(id: string): Promise<StoredEvent<Event>[]> {
    return readHistory(this.type, this.events, id);
  }

  async handle(
    id: string,
    context: MessageContext,
    command: CommandBuilder<State, Command>,
    options: HandlerOptions<State> = {},
  ): Promise<HandledStream<State>> {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt += 1) {
      const { loaded: given, known } = attempt === 1 ? options : {};
      const loaded = given ?? (await this.load(id, known));
      const built = await command(loaded);
      const events = built === null ? [] : this.type.decide(built, loaded.state, loaded.revision);
      if (events.length === 0) return { ...loaded, hasChanged: false };
      const { eventId = () => this.ids.uuid(), requestHash } = options;
      const at = this.clock.now().toISOString();
      const { prefix, versions } = this.type;
      const head = { stream: prefix + id, revision: loaded.revision, headHash: loaded.headHash, versions };
      const envelopes = toEnvelopes(head, events, { context, at, eventId, requestHash });
      const next = advance(this.type, loaded, envelopes);
      if (options.beforeAppend && !(await options.beforeAppend(loaded, next))) continue;
      if (!(await this.append(head.stream, envelopes, loaded.revision))) continue;
      // With stable ids the stored events may be another writer's, with its time and actor.
      const changed = options.eventId ? await this.load(id) : next;
      return { ...changed, hasChanged: true };
    }
    throw new OutlayError('VERSION_CONFLICT', `This ${this.type.noun} is being changed by others. Please try again.`);
  }

  private async append(stream: string, envelopes: readonly RecordedEvent[], revision: number): Promise<boolean> {
    const events = envelopes.map(({ id, type, data, metadata }) => ({ id, type, data, metadata }));
    try {
      await this.events.append(stream, events, revision === -1 ? 'no-stream' : revision);
      return true;
    } catch (error) {
      if (error instanceof WrongExpectedRevision) return false;
      throw error;
    }
  }
}
