import {
  WrongExpectedRevision,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type RecordedEvent,
  type SubscribeOptions,
  type Subscription,
} from '../event-store.js';

type ReadAllOptions = Parameters<EventStore['readAll']>[0];

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

  subscribe(options: SubscribeOptions): Subscription {
    const prefixes = options.prefixes.map(this.serverName);
    return this.server.subscribe({
      ...options,
      prefixes,
      handle: (event) => options.handle(this.withoutNamespace(event)),
    });
  }

  isReady(): Promise<boolean> {
    return this.server.isReady();
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private readonly serverName = (name: string): string => `${this.namespace}.${name}`;

  private readonly withoutNamespace = (event: RecordedEvent): RecordedEvent => {
    return { ...event, stream: event.stream.slice(this.serverName('').length) };
  };
}
