import {
  NO_STREAM,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type ResolvedEvent,
  type StreamingRead,
} from '@eventstore/db-client';
import {
  EventStoreUnavailable,
  WrongExpectedRevision,
  type AppendResult,
  type EventStore,
  type ExpectedRevision,
  type NewEvent,
  type Position,
  type RecordedEvent,
  type SubscribeOptions,
  type Subscription,
} from '../event-store.js';
import { CatchUpSubscription } from './catch-up-subscription.js';
import { Connection } from './connection.js';
import { parseConnectionString } from './connection-string.js';
import { toEventData, toRecordedEvent } from './event-data.js';
import { CAUGHT_UP, Feed } from './feed.js';
import { NamespacedEventStore } from './namespaced-event-store.js';
import { toPosition } from './position.js';
import { Silence } from './silence.js';

/** Under the three seconds after which a caller wants its answer (quality §2); a silence may begin after a pause. */
const APPEND_DEADLINE_MS = 2800;
const LONGEST_SILENCE_MS = 2300;
/** For looking after a subscription, which has to go on within five seconds (quality §2). */
const LOOK_SILENCE_MS = 1000;
const READY_DEADLINE_MS = 900;
/** Written once; from then on the server finds it there and writes nothing. */
const PROBE = { stream: 'readinessprobe', id: '6d0a6f43-6b62-4f6c-8f0e-5a3a0c7c7d11', type: 'ReadinessProbed' };

type ReadAllOptions = Parameters<EventStore['readAll']>[0];

/** The event store on EventStoreDB 23.10 or later, a node or a cluster of them. */
class EventStoreDbEventStore implements EventStore {
  private readonly subscriptions = new Set<CatchUpSubscription>();

  constructor(private readonly connection: Connection) {}

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`);
    return this.appendWithin(APPEND_DEADLINE_MS, stream, events, expected);
  }

  async readStream(stream: string, { from = 0, limit }: { from?: number; limit?: number } = {}) {
    const { credentials } = this.connection;
    const options = { fromRevision: BigInt(from), maxCount: limit, credentials };
    return this.connection
      .run((client) => collect(client.readStream(stream, options), LONGEST_SILENCE_MS))
      .catch((error: unknown): RecordedEvent[] => {
        if (error instanceof StreamNotFoundError) return [];
        throw error;
      });
  }

  async readAll(options: ReadAllOptions): Promise<RecordedEvent[]> {
    return this.readMatching(options, LONGEST_SILENCE_MS);
  }

  subscribe(options: SubscribeOptions): Subscription {
    const { prefixes } = options;
    const log = {
      head: () => this.head(),
      hasMatchesAfter: async (after: Position | null) =>
        (await this.readMatching({ prefixes, after, limit: 1 }, LOOK_SILENCE_MS)).length > 0,
    };
    const subscription = new CatchUpSubscription(this.connection, options, log, () =>
      this.subscriptions.delete(subscription),
    );
    this.subscriptions.add(subscription);
    return subscription;
  }

  async isReady(): Promise<boolean> {
    try {
      // Also a repeated append passes the one writer of the leader: only who can write answers it.
      await this.appendWithin(READY_DEADLINE_MS, PROBE.stream, [{ ...PROBE, data: {}, metadata: {} }], 'no-stream');
      return true;
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    this.connection.close();
  }

  private async appendWithin(
    deadline: number,
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    const data = events.map(toEventData);
    const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected);
    const { credentials } = this.connection;
    const options = { expectedRevision, credentials, deadline } as const;
    const result = await this.connection
      .run((client) => client.appendToStream(stream, data, options), deadline)
      .catch((error: unknown) => {
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        const actual = error.actualVersion === NO_STREAM ? 'no-stream' : Number(error.actualVersion);
        throw new WrongExpectedRevision(stream, expected, actual);
      });
    const revision = Number(result.nextExpectedRevision);
    return {
      revision,
      position: result.position ? toPosition(result.position) : await this.positionOf(stream, revision),
    };
  }

  /** For a repeated append, which older servers answer without a position. */
  private async positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await this.readStream(stream, { from: revision, limit: 1 });
    if (!event) throw new EventStoreUnavailable(`Revision ${revision} of ${stream} cannot be read back`);
    return event.position;
  }

  /** By a subscription that is left after so many events: the client's own reading of all streams takes no filter. */
  private async readMatching({ prefixes, after, limit }: ReadAllOptions, longestSilence: number) {
    const events: RecordedEvent[] = [];
    if (prefixes.length === 0 || limit <= 0) return events;
    const { credentials } = this.connection;
    await this.connection.run(async (client) => {
      const feed = new Feed(client, { prefixes, after, credentials, onActivity: () => silence.break() });
      const silence = new Silence(longestSilence, (reason) => feed.break(reason));
      try {
        for await (const item of feed) {
          if (item === CAUGHT_UP) return;
          events.push(item);
          if (events.length === limit) return;
        }
      } finally {
        silence.stop();
      }
      throw new Error('the server ended the reading');
    });
    return events;
  }

  private async head(): Promise<Position | null> {
    const { credentials } = this.connection;
    const options = { direction: 'backwards', fromPosition: 'end', maxCount: 1, credentials } as const;
    const [last] = await this.connection.run((client) => collect(client.readAll(options), LOOK_SILENCE_MS));
    return last?.position ?? null;
  }
}

/** Connects when it is first used. Throws `RangeError` when the connection string is none. */
export function openEventStoreDb(url: string): EventStore {
  const parts = parseConnectionString(url);
  const store = new EventStoreDbEventStore(new Connection(parts));
  return parts.namespace === null ? store : new NamespacedEventStore(store, parts.namespace);
}

/** What a read of the client brings, to its end. */
async function collect(read: StreamingRead<ResolvedEvent>, longestSilence: number): Promise<RecordedEvent[]> {
  // The client emits errors without ending the stream, and also when nobody listens any more.
  read.on('error', (error: Error) => read.destroy(error));
  const silence = new Silence(longestSilence, (reason) => read.destroy(reason));
  const events: RecordedEvent[] = [];
  try {
    for await (const item of read) {
      silence.break();
      events.push(toRecordedEvent(item));
    }
    return events;
  } finally {
    silence.stop();
    // Rejects where there never was a call to cancel.
    read.cancel().catch(() => undefined);
  }
}
