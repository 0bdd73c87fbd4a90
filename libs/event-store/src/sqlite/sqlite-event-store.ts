import { GroupCommit, type SqliteDatabase } from '@outlay/sqlite';
import type { Thread } from '@outlay/concurrency';
import { madeProgress, systemClock, type Clock } from '@outlay/time';
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
import { hashesOf } from '../hashes-of.js';
import { CatchUpSubscription } from '../subscription/catch-up-subscription.js';
import { selectByPrefixes, type Query } from './prefix-query.js';
import { toRecordedEvent } from './recorded-event.js';
import { categoryOf } from './schema.js';

const INSERT = `INSERT INTO events (category, stream, revision, id, type, data, metadata, recorded_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?)`;
const NO_LIMIT = -1;
const POLL_MS = 1000;
/** Up to this number, hashing is faster here than in another thread, which then does not start. */
const FEW = 20;

export interface SqliteEventStoreOptions {
  readonly clock?: Clock | undefined;
  /** How often to look for the events of other processes. */
  readonly pollMs?: number;
  /** By default, events are hashed in the caller's thread. */
  readonly hashThread?: Thread<Query, EventHashes> | null;
}

export class SqliteEventStore implements EventStore {
  private readonly subscriptions = new Set<CatchUpSubscription>();
  private readonly commits: GroupCommit;

  private readonly clock: Clock;
  private readonly pollMs: number;
  private readonly hashThread: Thread<Query, EventHashes> | null;

  constructor(
    private readonly database: SqliteDatabase,
    { clock = systemClock, pollMs = POLL_MS, hashThread = null }: SqliteEventStoreOptions = {},
  ) {
    this.commits = new GroupCommit(database);
    this.clock = clock;
    this.pollMs = pollMs;
    this.hashThread = hashThread;
  }

  async append(stream: string, events: readonly NewEvent[], expected: ExpectedRevision): Promise<AppendResult> {
    if (events.length === 0) throw new RangeError(`Nothing to append to ${stream}`);
    const first = expected === 'no-stream' ? 0 : expected + 1;
    const result = await this.commits.run(() => {
      const head = this.headOf(stream);
      if (head + 1 === first) return this.insert(stream, events, first);
      const repeated = this.findRepeated(stream, events, first);
      if (repeated) return repeated;
      throw new WrongExpectedRevision(stream, expected, head === -1 ? 'no-stream' : head);
    });
    for (const subscription of this.subscriptions) subscription.wake();
    madeProgress();
    return result;
  }

  async readStream(stream: string, { from = 0, limit = NO_LIMIT } = {}): Promise<RecordedEvent[]> {
    const sql = 'SELECT * FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?';
    const events = this.database.all(sql, [stream, from, limit]).map(toRecordedEvent);
    madeProgress();
    return events;
  }

  async readAll(options: ReadAllOptions): Promise<RecordedEvent[]> {
    if (options.prefixes.length === 0) return [];
    const { sql, parameters } = selectByPrefixes(options);
    const events = this.database.all(sql, parameters).map(toRecordedEvent);
    madeProgress();
    return events;
  }

  async eventAt(position: Position): Promise<RecordedEvent | null> {
    const row = this.database.get('SELECT * FROM events WHERE position = ?', [BigInt(position)]);
    return row ? toRecordedEvent(row) : null;
  }

  async readHashes(options: ReadAllOptions): Promise<EventHashes> {
    if (options.limit > FEW && this.hashThread) {
      const few = await this.readAll({ ...options, limit: FEW });
      if (few.length < FEW) return hashesOf(few);
      const found = await this.hashThread.run(selectByPrefixes(options));
      if (found) return found;
    }
    return hashesOf(await this.readAll(options));
  }

  async head(): Promise<Position | null> {
    const position = this.database.get('SELECT max(position) AS position FROM events')?.position ?? null;
    return position === null ? null : String(position);
  }

  subscribe(options: SubscribeOptions): Subscription {
    const subscription = new CatchUpSubscription(this, options, this.pollMs, () =>
      this.subscriptions.delete(subscription),
    );
    this.subscriptions.add(subscription);
    return subscription;
  }

  async isReady(): Promise<boolean> {
    try {
      // Only a write detects a full disk or a read-only file.
      this.database.run('INSERT OR REPLACE INTO write_probe (id) VALUES (1)');
      return true;
    } catch (error) {
      if (error instanceof EventStoreUnavailable) return false;
      throw error;
    }
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.close()));
    await this.hashThread?.end();
    this.commits.flush();
    this.database.close();
  }

  private headOf(stream: string): number {
    const row = this.database.get('SELECT max(revision) AS head FROM events WHERE stream = ?', [stream]);
    return Number(row?.head ?? -1);
  }

  private insert(stream: string, events: readonly NewEvent[], first: number): AppendResult {
    const category = categoryOf(stream) ?? stream;
    const recordedAt = this.clock.now().toISOString();
    let position = 0;
    events.forEach(({ id, type, data, metadata }, index) => {
      const content = [JSON.stringify(data), JSON.stringify(metadata)];
      const row = [category, stream, first + index, id, type, ...content, recordedAt];
      position = this.database.run(INSERT, row).lastInsertRowid;
    });
    return { revision: first + events.length - 1, position: String(position) };
  }

  private findRepeated(stream: string, events: readonly NewEvent[], first: number): AppendResult | null {
    const sql = 'SELECT id, position FROM events WHERE stream = ? AND revision >= ? ORDER BY revision LIMIT ?';
    const stored = this.database.all(sql, [stream, first, events.length]);
    if (!events.every(({ id }, index) => stored[index]?.id === id)) return null;
    return { revision: first + events.length - 1, position: String(stored.at(-1)?.position) };
  }
}
