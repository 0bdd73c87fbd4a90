import {
  NO_STREAM,
  StreamDeletedError,
  StreamNotFoundError,
  WrongExpectedVersionError,
  type ReadAllOptions as ReadAllOfServer,
} from '@eventstore/db-client';
import { madeProgress } from '@outlay/time';
import {
  EventStoreUnavailable,
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
import { AnsweredAppend } from './answered-append.js';
import { AppendPace } from './append-pace.js';
import { BatchedAppends, toBatch } from './batched-appends.js';
import { CatchUpSubscription } from '../subscription/catch-up-subscription.js';
import { Connection } from './connection.js';
import { hashesOf } from '../hashes-of.js';
import { collect } from './collect.js';
import { parseConnectionString } from './connection-string.js';
import { toEventData } from './event-data.js';
import { LiveTail } from './live-tail.js';
import { LogPages } from './log-pages.js';
import { NamespacedEventStore } from './namespaced-event-store.js';
import { toPosition, toReadPosition } from './position.js';
import { TailFollower } from './tail-follower.js';
import { DEFAULT_TIMEOUTS, type Timeouts } from './timeouts.js';

/** The probe is stored once; a repeated append with its id writes nothing. */
const PROBE = { stream: 'readinessprobe', id: '6d0a6f43-6b62-4f6c-8f0e-5a3a0c7c7d11', type: 'ReadinessProbed' };

/** The settings of a stream are events of a stream of their own. */
const METADATA = '$$';
const NO_POLLING = 2 ** 31 - 1;

class EventStoreDbEventStore implements EventStore {
  private readonly subscriptions = new Set<CatchUpSubscription>();
  /** The appends under way, by stream, expected revision and event ids. */
  private readonly appends = new Map<string, Promise<AppendResult>>();
  private readonly pace: AppendPace;
  private readonly pages: LogPages;
  private readonly batches: BatchedAppends;
  private tail: LiveTail | null = null;
  private lastHead: { readonly position: Position | null; readonly at: number } | null = null;
  private readonly log = {
    head: () => this.head(),
    recentHead: () => this.recentHead(),
    read: (options: ReadAllOptions, idleMs: number) => this.pages.read(options, idleMs),
    readAll: (options: ReadAllOptions) => this.pages.read(options, this.timeouts.readIdle),
  };

  constructor(
    private readonly connection: Connection,
    private readonly timeouts: Timeouts,
  ) {
    this.pace = new AppendPace(timeouts);
    this.pages = new LogPages(connection);
    this.batches = new BatchedAppends(connection.credentials);
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`);
    // The server drops an append that repeats one it is still writing.
    const key = JSON.stringify([stream, expected, ...events.map(({ id }) => id)]);
    const result = await (this.appends.get(key) ?? this.appendOnce(key, stream, events, expected));
    madeProgress();
    return result;
  }

  private appendOnce(
    key: string,
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    const { appends, finds } = this.pace;
    const calls = {
      // An append without an answer on the common call is repeated as a call of its own.
      send: (deadlineMs: number, onSend: () => void, isRepeated: boolean) =>
        appends.run(() => this.send({ deadlineMs, onSend, isBatched: !isRepeated }, stream, events, expected)),
      find: () => finds.run(() => this.find(stream, events, expected)),
    };
    const appended = new AnsweredAppend(calls, this.timeouts, this.pace.patience(events)).run();
    this.appends.set(key, appended);
    return appended.finally(() => this.appends.delete(key));
  }

  async readStream(stream: string, { from = 0, limit }: { from?: number; limit?: number } = {}) {
    const events = await this.read(stream, from, limit, this.timeouts.readIdle);
    madeProgress();
    return events;
  }

  async readAll(options: ReadAllOptions): Promise<RecordedEvent[]> {
    const events = await this.pages.read(options, this.timeouts.readIdle);
    madeProgress();
    return events;
  }

  async readHashes(options: ReadAllOptions): Promise<EventHashes> {
    return hashesOf(await this.readAll(options));
  }

  subscribe(options: SubscribeOptions): Subscription {
    const { prefixes, handle, hidden } = options;
    const tail = (this.tail ??= new LiveTail(this.connection, this.log, this.timeouts));
    const followed = hidden ? [...prefixes, ...prefixes.map((prefix) => METADATA + prefix)] : prefixes;
    const follower = new TailFollower(tail, this.log, followed, hidden !== undefined, () => subscription.wake());
    const handleEach = async (event: RecordedEvent) => {
      const stream = hiddenBy(event);
      await (stream === null ? handle(event) : hidden?.(stream));
    };
    const onClosed = () => {
      tail.leave(follower);
      this.subscriptions.delete(subscription);
      if (this.subscriptions.size > 0) return;
      tail.close();
      this.tail = null;
    };
    const subscription = new CatchUpSubscription(follower, { ...options, handle: handleEach }, NO_POLLING, onClosed);
    this.subscriptions.add(subscription);
    return subscription;
  }

  async isReady(): Promise<boolean> {
    try {
      // Even a repeated append goes through the leader's writer, so a reply means that it can write.
      // Not looked for after a missing answer: the stream can be read while nothing can be written.
      const events = [{ ...PROBE, data: {}, metadata: {} }];
      await this.send({ deadlineMs: this.timeouts.ready }, PROBE.stream, events, 'no-stream');
      return true;
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    this.batches.close();
    this.connection.close();
  }

  private async send(
    { deadlineMs, onSend, isBatched }: { deadlineMs: number; onSend?: () => void; isBatched?: boolean },
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult> {
    const batch = toBatch(stream, events, expected);
    let sentAt = performance.now();
    const sending = () => {
      onSend?.();
      sentAt = performance.now();
    };
    const result = await this.connection
      .run(async (client) => {
        const answer = isBatched ? await this.batches.append(client, batch, deadlineMs, sending) : null;
        if (answer !== null) return answer;
        sending();
        const expectedRevision = expected === 'no-stream' ? NO_STREAM : BigInt(expected);
        const options = { expectedRevision, credentials: this.connection.credentials, deadline: deadlineMs } as const;
        return client.appendToStream(stream, events.map(toEventData), options);
      }, deadlineMs)
      .catch((error: unknown) => {
        if (error instanceof StreamDeletedError)
          throw new EventStoreUnavailable(`Stream ${stream} was deleted in the event store`);
        if (!(error instanceof WrongExpectedVersionError)) throw error;
        const actual = error.actualVersion === NO_STREAM ? 'no-stream' : Number(error.actualVersion);
        throw new WrongExpectedRevision(stream, expected, actual);
      });
    this.pace.record(performance.now() - sentAt);
    const revision = Number(result.nextExpectedRevision);
    return {
      revision,
      position: result.position ? toPosition(result.position) : await this.positionOf(stream, revision),
    };
  }

  private async find(
    stream: string,
    events: readonly NewEvent[],
    expected: ExpectedRevision,
  ): Promise<AppendResult | null> {
    const from = expected === 'no-stream' ? 0 : expected + 1;
    const stored = await this.read(stream, from, events.length, this.timeouts.findIdle);
    const last = stored.at(-1);
    const isFound = events.every(({ id }, index) => stored[index]?.id === id);
    return isFound && last ? { revision: last.revision, position: last.position } : null;
  }

  private read(stream: string, from: number, limit: number | undefined, idleMs: number): Promise<RecordedEvent[]> {
    const { credentials } = this.connection;
    const options = { fromRevision: BigInt(from), maxCount: limit, credentials };
    return this.connection
      .run((client) => collect(client.readStream(stream, options), idleMs))
      .catch((error: unknown) => {
        if (error instanceof StreamNotFoundError || error instanceof StreamDeletedError) return [];
        throw error;
      });
  }

  /** Older servers reply to a repeated append without a position. */
  private async positionOf(stream: string, revision: number): Promise<Position> {
    const [event] = await this.readStream(stream, { from: revision, limit: 1 }).catch(() => []);
    // The cause marks it as an append that may have been written.
    if (!event)
      throw new EventStoreUnavailable(`Revision ${revision} of ${stream} cannot be read back`, {
        cause: new Error('It was written'),
      });
    return event.position;
  }

  async head(): Promise<Position | null> {
    const last = await this.readOne({ direction: 'backwards', fromPosition: 'end' }, this.timeouts.watchIdle);
    this.lastHead = { position: last?.position ?? null, at: performance.now() };
    return this.lastHead.position;
  }

  /** One read of the head serves several callers. */
  private async recentHead(): Promise<Position | null> {
    const { lastHead } = this;
    const isRecent = lastHead && performance.now() - lastHead.at < this.timeouts.recentHead;
    return isRecent ? lastHead.position : this.head();
  }

  /** The server returns the next event in place of a removed one. */
  async eventAt(position: Position): Promise<RecordedEvent | null> {
    const from = { direction: 'forwards', fromPosition: toReadPosition(position) } as const;
    const event = await this.readOne(from, this.timeouts.readIdle);
    return event?.position === position ? event : null;
  }

  private async readOne(from: Pick<ReadAllOfServer, 'direction' | 'fromPosition'>, idleMs: number) {
    const options = { ...from, maxCount: 1, credentials: this.connection.credentials };
    const [event] = await this.connection.run((client) => collect(client.readAll(options), idleMs));
    return event;
  }
}

/** Connects on first use. @throws RangeError if the connection string is malformed */
export function openEventStoreDb(url: string, timeouts = DEFAULT_TIMEOUTS): EventStore {
  const parts = parseConnectionString(url);
  const store = new EventStoreDbEventStore(new Connection(parts, timeouts), timeouts);
  return parts.namespace === null ? store : new NamespacedEventStore(store, parts.namespace);
}

/** The stream that a system event hides; null for an event of a service. */
function hiddenBy({ stream, type }: RecordedEvent): string | null {
  if (!type.startsWith('$')) return null;
  return stream.startsWith(METADATA) ? stream.slice(METADATA.length) : stream;
}
