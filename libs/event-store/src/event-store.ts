/**
 * The event store as the product needs it: streams with expected revisions, and one order over all streams that can be
 * followed from any position. EventStoreDB's semantics are the measure; the embedded adapter does the same.
 */
export interface EventStore {
  /**
   * Appends events to a stream, all or none, durable when it returns.
   * `expected` is the revision of the stream's last event, or `'no-stream'` for a stream that must not exist yet.
   * A repeated append with the same event ids at the same expected revision succeeds once more and writes nothing,
   * also when the stream has moved on since. Keep one append under 1 MB, EventStoreDB's default limit.
   * Throws `RangeError` when there is nothing to append, `WrongExpectedRevision` when the stream is elsewhere, `EventStoreUnavailable` when the outcome
   * is a failure or unknown; a retry with the same event ids is safe.
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** A stream's events in order, from a revision (inclusive, default 0). A stream that does not exist is empty. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]>;

  /** Events of the streams with one of the prefixes, in the one order, after a position (`null`: from the start). */
  readAll(options: { prefixes: readonly string[]; after: Position | null; limit: number }): Promise<RecordedEvent[]>;

  /**
   * Follows the events of the streams with one of the prefixes after a position, for ever: what is there first, then
   * what comes. The handler is awaited event by event, so that no two overlap; when it throws, the same event is
   * given again after a pause. The subscription ends only by `close`, which resolves once a running handler is done.
   */
  subscribe(options: SubscribeOptions): Subscription;

  /** True when the store answers within a second and takes writes. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

/** An opaque place in the order of all events; compare by `comparePositions`, keep as text. */
export type Position = string;
export type ExpectedRevision = number | 'no-stream';
/** JSON only: what comes back equals what went in, key by key. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };

export interface NewEvent {
  /** A UUID. */
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
  /** When the store recorded it, an ISO instant; the trail's own time stands in the metadata. */
  readonly recordedAt: string;
}

export interface AppendResult {
  /** The revision of the last event appended. */
  readonly revision: number;
  /** Following the store after this position gives none of the events appended. */
  readonly position: Position;
}

export interface SubscribeOptions {
  readonly prefixes: readonly string[];
  readonly after: Position | null;
  readonly handle: (event: RecordedEvent) => Promise<void>;
  /** Called once everything that was there has been handled, and again after each time it fell behind. */
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

/** Positions are decimal numbers of up to 64 bits as text; negative, zero or positive like a sort comparator. */
export function comparePositions(a: Position, b: Position): number {
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
