/**
 * Streams with expected revisions, and one order over all of them. The semantics are EventStoreDB's. Each answer of `append`,
 * `readStream` and `readAll` is progress of the work that asked (`madeProgress`).
 */
export interface EventStore {
  /**
   * Appends all events or none; they are durable when it returns. A repeated append with the same event ids and
   * `expected` succeeds and writes nothing. Keep one append under 1 MB, EventStoreDB's default limit.
   * @throws WrongExpectedRevision if the stream is at another revision; RangeError if there are no events
   * @throws EventStoreUnavailable if nothing was written; EventStoreOutcomeUnknown if it may have been or may still be
   * written: a retry with the same ids is safe
   */
  append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult>;

  /** Reads from a revision, inclusive. A stream that does not exist is empty. */
  readStream(stream: string, options?: { from?: number; limit?: number }): Promise<RecordedEvent[]>;

  /** Reads in global order, after a position (`null`: from the start). */
  readAll(options: ReadAllOptions): Promise<RecordedEvent[]>;

  /** Reads the event at a position of the log, even if its stream is hidden from readers; null if it was removed. */
  eventAt(position: Position): Promise<RecordedEvent | null>;

  /** The hashes of what `readAll` returns, made where they hold up nobody. */
  readHashes(options: ReadAllOptions): Promise<EventHashes>;

  /** The position of the last event of any stream; null if there is none. */
  head(): Promise<Position | null>;

  /** Awaits the handler event by event and repeats an event whose handler throws. `close` waits for a running one. */
  subscribe(options: SubscribeOptions): Subscription;

  /** Whether the store accepts writes; replies within a second. */
  isReady(): Promise<boolean>;
  close(): Promise<void>;
}

export interface ReadAllOptions {
  readonly prefixes: readonly string[];
  readonly after: Position | null;
  readonly limit: number;
  /** Includes the store's own events, whose types begin with `$`, for a verification. Other readers never see them. */
  readonly withSystemEvents?: boolean;
}

/** Replaces data or metadata that are not JSON. */
export class Unreadable {
  constructor(readonly text: string) {}
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
  readonly revision: number;
  readonly position: Position;
  /** The instant at which the store recorded the event; the audit trail uses the time in the metadata. */
  readonly recordedAt: string;
}

/** The hashes of consecutive events in global order. */
export interface EventHashes {
  readonly positions: readonly Position[];
  /** The 32 bytes of each `eventHash`, one after another. */
  readonly hashes: Uint8Array;
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
  /** Called again each time the subscription has fallen behind and caught up. */
  readonly caughtUp?: () => void;
  /** Called, in order with the events, for a stream that an operator of a server deleted or hid by its settings. */
  readonly hidden?: (stream: string) => Promise<void>;
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

/** It does not extend `EventStoreUnavailable`, which promises that nothing was written. */
export class EventStoreOutcomeUnknown extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventStoreOutcomeUnknown';
  }
}

/** A sort comparator for positions, which are decimal numbers of up to 64 bits as text. */
export function comparePositions(a: Position, b: Position): number {
  const difference = BigInt(a) - BigInt(b);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}
