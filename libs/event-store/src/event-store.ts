/**
 * An event store: streams with expected revisions, and one order over all streams that can be followed from any position.
 * The semantics are EventStoreDB's; the embedded adapter has the same.
 */
export interface EventStore {
  /**
   * Appends events to a stream, all or none, durable when it returns. `expected` is the revision of the stream's last
   * event, or `'no-stream'` if the stream must not exist yet. Repeating an append with the same event ids at the same
   * expected revision succeeds and writes nothing, even after the stream has grown. Keep one append under 1 MB,
   * EventStoreDB's default limit.
   * @throws RangeError if there are no events
   * @throws WrongExpectedRevision if the stream is at another revision
   * @throws EventStoreUnavailable if the append failed or its outcome is unknown; a retry with the same ids is safe
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** A stream's events in order, from a revision (inclusive, default 0). A stream that does not exist is empty. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]>;

  /** Events of the streams with one of the prefixes, in global order, after a position (`null`: from the start). */
  readAll(options: { prefixes: readonly string[]; after: Position | null; limit: number }): Promise<RecordedEvent[]>;

  /**
   * Follows the events of the streams with one of the prefixes after a position: first the existing ones, then new ones.
   * The handler is awaited event by event, so no two calls overlap; if it throws, it gets the same event again after a
   * pause. The subscription ends only with `close`, which resolves when a running handler is done.
   */
  subscribe(options: SubscribeOptions): Subscription;

  /** Whether the store accepts writes; replies within a second. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** An opaque place in the global order of events; compare with `comparePositions`, store as text. */
export type Position = string;
export type ExpectedRevision = number | 'no-stream';

export interface NewEvent {
  readonly id: string;
  readonly type: string;
  readonly data: unknown;
  readonly metadata: unknown;
}

export interface RecordedEvent extends NewEvent {
  readonly stream: string;
  /** 0 for the first event of its stream. */
  readonly revision: number;
  readonly position: Position;
  /** When the store recorded it, an ISO instant; the audit trail uses the time in the metadata. */
  readonly recordedAt: string;
}

export interface AppendResult {
  readonly revision: number;
  /** Reading after this position returns none of the appended events. */
  readonly position: Position;
}

export interface SubscribeOptions {
  readonly prefixes: readonly string[];
  readonly after: Position | null;
  readonly handle: (event: RecordedEvent) => Promise<void>;
  /** Called when all existing events are handled, and again each time the subscription has fallen behind and caught up. */
  readonly caughtUp?: () => void;
}

export interface Subscription {
  close(): Promise<void>;
}

export class WrongExpectedRevision extends Error {
  constructor(
    readonly stream: string,
    readonly expected: ExpectedRevision,
    readonly actual: ExpectedRevision,
  ) {
    super(`Stream ${stream} is at ${actual}, not at ${expected}`);
    this.name = 'WrongExpectedRevision';
  }
}

export class EventStoreUnavailable extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreUnavailable';
  }
}

/** A sort comparator for positions, which are decimal numbers of up to 64 bits as text. */
export function comparePositions(a: Position, b: Position): number {
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
