import {
  WrongExpectedRevision,
  type AppendResult,
  type EventHashes,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type ReadAllOptions,
  type RecordedEvent,
  type SubscribeOptions,
  type Subscription,
} from '../event-store.js';
import { hashesOf } from '../hashes-of.js';

/** Streams are stored as `<namespace>.<name>`. A namespace contains no dot, so no other stream has the same prefix. */
export class NamespacedEventStore implements EventStore {
  constructor(
    private readonly server: EventStore,
    private readonly namespace: string,
  ) {}

  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    return this.server.append(this.serverName(stream), events, expected).catch((error: unknown) => {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      throw new WrongExpectedRevision(stream, error.expected, error.actual);
    });
  }

  async readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]> {
    return (await this.server.readStream(this.serverName(stream), options)).map(this.withoutNamespace);
  }

  async readAll(options: ReadAllOptions): Promise<RecordedEvent[]> {
    const prefixes = options.prefixes.map(this.serverName);
    return (await this.server.readAll({ ...options, prefixes })).map(this.withoutNamespace);
  }

  async eventAt(position: Position): Promise<RecordedEvent | null> {
    const event = await this.server.eventAt(position);
    return event?.stream.startsWith(this.serverName('')) ? this.withoutNamespace(event) : event;
  }

  /** A hash includes the name of its stream. */
  async readHashes(options: ReadAllOptions): Promise<EventHashes> {
    return hashesOf(await this.readAll(options));
  }

  head(): Promise<Position | null> {
    return this.server.head();
  }

  subscribe(options: SubscribeOptions): Subscription {
    const prefixes = options.prefixes.map(this.serverName);
    const { handle, hidden } = options;
    return this.server.subscribe({
      ...options,
      prefixes,
      handle: (event) => handle(this.withoutNamespace(event)),
      ...(hidden && { hidden: (stream) => hidden(stream.slice(this.serverName('').length)) }),
    });
  }

  isReady(): Promise<boolean> {
    return this.server.isReady();
  }

  close(): Promise<void> {
    return this.server.close();
  }

  /** The metadata of a stream is a stream of its own, `$$<name>`. */
  private readonly serverName = (name: string): string =>
    name.startsWith('$$') ? `$$${this.serverName(name.slice(2))}` : `${this.namespace}.${name}`;

  private readonly withoutNamespace = (event: RecordedEvent): RecordedEvent => {
    const [, metadata = '', name = ''] = /^(\$\$)?[^.]*\.(.*)$/s.exec(event.stream) ?? [];
    return { ...event, stream: metadata + name };
  };
}
