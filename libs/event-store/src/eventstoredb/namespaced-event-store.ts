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

/**
 * One installation's streams on a server of several: on the server a stream is `<namespace>.<name>`, and no other is seen.
 * By a point, which no namespace has in it: that of another, or the names without one, never begin the same.
 */
export class NamespacedEventStore implements EventStore {
  constructor(
    private readonly server: EventStore,
    private readonly namespace: string,
  ) {}

  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    return this.server.append(this.there(stream), events, expected).catch((error: unknown) => {
      if (!(error instanceof WrongExpectedRevision)) throw error;
      throw new WrongExpectedRevision(stream, error.expected, error.actual);
    });
  }

  async readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]> {
    return (await this.server.readStream(this.there(stream), options)).map(this.here);
  }

  async readAll(options: ReadAllOptions): Promise<RecordedEvent[]> {
    const prefixes = options.prefixes.map(this.there);
    return (await this.server.readAll({ ...options, prefixes })).map(this.here);
  }

  subscribe(options: SubscribeOptions): Subscription {
    const prefixes = options.prefixes.map(this.there);
    return this.server.subscribe({ ...options, prefixes, handle: (event) => options.handle(this.here(event)) });
  }

  isReady(): Promise<boolean> {
    return this.server.isReady();
  }

  close(): Promise<void> {
    return this.server.close();
  }

  private readonly there = (name: string): string => `${this.namespace}.${name}`;

  private readonly here = (event: RecordedEvent): RecordedEvent => {
    return { ...event, stream: event.stream.slice(this.there('').length) };
  };
}
