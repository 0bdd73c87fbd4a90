import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { MARK } from '@outlay/composition';
import { accountEventSchemas, expenseEventSchemas, paymentEventSchemas } from '@outlay/contracts';
import { eventHash } from '@outlay/event-store';
import type { SeededRandom } from '@outlay/seed';
import { alterJson, others, pickFrom } from './alter-json.js';

export interface StoredEvent {
  readonly position: number;
  readonly stream: string;
  readonly revision: number;
  readonly id: string;
  readonly type: string;
  readonly data: string;
  readonly metadata: string;
}

type Column = 'id' | 'type' | 'data' | 'metadata' | 'stream' | 'revision' | 'position' | 'category' | 'recorded_at';

const TYPES = Object.keys({ ...expenseEventSchemas, ...paymentEventSchemas, ...accountEventSchemas });

/** Alters the events of a file, as somebody with access to it may do. */
export class EventFile {
  private readonly database: DatabaseSync;
  private readonly events: readonly StoredEvent[];

  constructor(
    dataDir: string,
    private readonly random: SeededRandom,
  ) {
    this.database = new DatabaseSync(join(dataDir, 'events.db'));
    const columns = 'position, stream, revision, id, type, data, metadata';
    this.events = this.database
      .prepare(`SELECT ${columns} FROM events WHERE stream <> '${MARK}' ORDER BY position`)
      .all()
      .map((row) => ({
        position: Number(row.position),
        stream: String(row.stream),
        revision: Number(row.revision),
        id: String(row.id),
        type: String(row.type),
        data: String(row.data),
        metadata: String(row.metadata),
      }));
  }

  any(): StoredEvent {
    return pickFrom(this.events, this.random);
  }

  lastOfStream(): StoredEvent {
    return pickFrom(
      this.events.filter((event) => event.revision === this.streamOf(event).length - 1),
      this.random,
    );
  }

  notLast(): StoredEvent {
    return pickFrom(
      this.events.filter((event) => event.revision < this.streamOf(event).length - 1),
      this.random,
    );
  }

  of(streams: RegExp): StoredEvent {
    return pickFrom(
      this.events.filter(({ stream }) => streams.test(stream)),
      this.random,
    );
  }

  set({ position }: StoredEvent, column: Column, value: string | number): void {
    this.database.prepare(`UPDATE events SET ${column} = ? WHERE position = ?`).run(value, position);
  }

  alterData(event: StoredEvent): void {
    this.set(event, 'data', alterJson(event.data, this.random));
  }

  alterMetadata(event: StoredEvent): void {
    this.set(event, 'metadata', alterJson(event.metadata, this.random));
  }

  alterType(event: StoredEvent): void {
    this.set(event, 'type', pickFrom(others(TYPES, event.type), this.random));
  }

  /** Changes the text, and keeps the values. */
  rewriteText(event: StoredEvent): void {
    this.set(event, 'data', JSON.stringify(JSON.parse(event.data), null, 1));
  }

  moveToAnotherStream(event: StoredEvent): void {
    const { stream } = this.another(event);
    this.set(event, 'revision', 1000);
    this.set(event, 'stream', stream);
  }

  exchangePlaces(): void {
    const event = this.any();
    const other = this.another(event);
    this.set(event, 'position', -1);
    this.set(other, 'position', event.position);
    this.database.prepare('UPDATE events SET position = ? WHERE position = -1').run(other.position);
  }

  exchangeContents(): void {
    const event = this.any();
    const other = this.another(event);
    for (const column of ['type', 'data', 'metadata'] as const) {
      this.set(event, column, other[column]);
      this.set(other, column, event[column]);
    }
  }

  remove({ position }: StoredEvent): void {
    this.database.prepare('DELETE FROM events WHERE position = ?').run(position);
  }

  removeStream({ stream }: StoredEvent): void {
    this.database.prepare('DELETE FROM events WHERE stream = ?').run(stream);
  }

  removeEnd(): void {
    const count = this.random.int(1, 6);
    for (const event of this.events.slice(-count)) this.remove(event);
  }

  /** Another stream then gets the positions of the deleted events. */
  replaceEnd(): void {
    const last = this.events.at(-1);
    if (!last) throw new Error('There are no events');
    this.remove(last);
    const sql = `INSERT INTO events (category, stream, revision, id, type, data, metadata, recorded_at)
      SELECT category, 'expense-00000000-0000-4000-8000-000000000000', 0, id, type, data, metadata, recorded_at FROM events
      WHERE revision = 0 AND category = 'expense' LIMIT 1`;
    this.database.exec(sql);
  }

  /** The end of a stream becomes another decision, with the right hash of the event before it. */
  forgeEnd(): void {
    const event = this.lastOfStream();
    const { at } = JSON.parse(event.metadata) as { at: string };
    const metadata = {
      ...JSON.parse(event.metadata),
      actor: { id: 'x', email: 'x@example.org', role: 'super_admin' },
      at,
    };
    this.set(event, 'metadata', JSON.stringify(metadata));
  }

  /** An event that the product did not write, with everything as it should be. */
  append(): void {
    const { stream, revision, ...last } = pickFrom(
      this.events.filter(
        (event) =>
          /^(ExpenseSubmitted|ReceiptAttached)$/.test(event.type) && this.streamOf(event).length - 1 === event.revision,
      ),
      this.random,
    );
    const before = { ...last, stream, revision, data: JSON.parse(last.data), metadata: JSON.parse(last.metadata) };
    const { receipt } = before.data as { readonly receipt?: { readonly sha256: string } };
    const data = { onRevision: revision, receiptSha256: receipt?.sha256 ?? null };
    this.appendTo(before, 'ExpenseApproved', data);
  }

  /** The last event of a stream once more, with the right hash, where the rules do not make it a second time. */
  appendAgain(): void {
    const { stream, revision, type, ...last } = pickFrom(
      this.events.filter(
        (event) =>
          /^(ExpensePaid|PaymentCompleted|InviteRedeemed|AccountRegistered|TokenRevoked)$/.test(event.type) &&
          this.streamOf(event).length - 1 === event.revision,
      ),
      this.random,
    );
    const data = JSON.parse(last.data) as object;
    this.appendTo({ ...last, stream, revision, type, data, metadata: JSON.parse(last.metadata) }, type, data);
  }

  private appendTo(
    before: Omit<StoredEvent, 'data' | 'metadata'> & { data: object; metadata: object },
    type: string,
    data: object,
  ): void {
    const { stream, revision } = before;
    const metadata = { ...before.metadata, previousHash: eventHash(before) };
    const sql = `INSERT INTO events (category, stream, revision, id, type, data, metadata, recorded_at)
      SELECT category, stream, revision + 1, ?, ?, ?, ?, recorded_at FROM events WHERE stream = ? AND revision = ?`;
    const id = '00000000-0000-4000-8000-000000000000';
    this.database.prepare(sql).run(id, type, JSON.stringify(data), JSON.stringify(metadata), stream, revision);
  }

  /** Alters an event, and every hash after it in its stream. */
  rehashStream(): void {
    const [first, ...later] = this.streamOf(this.notLast());
    if (!first) return;
    this.alterClaim(first);
    let before = this.read(first);
    for (const event of later) {
      const metadata = { ...JSON.parse(event.metadata), previousHash: eventHash(before) };
      this.set(event, 'metadata', JSON.stringify(metadata));
      before = this.read(event);
    }
  }

  close(): void {
    this.database.close();
  }

  private alterClaim(event: StoredEvent): void {
    const metadata = JSON.parse(event.metadata) as { readonly actor: object };
    const actor = { ...metadata.actor, email: 'somebody@example.org' };
    this.set(event, 'metadata', JSON.stringify({ ...metadata, actor }));
  }

  private read({ position }: StoredEvent) {
    const row = this.database.prepare('SELECT * FROM events WHERE position = ?').get(position) ?? {};
    return {
      stream: String(row.stream),
      revision: Number(row.revision),
      id: String(row.id),
      type: String(row.type),
      data: JSON.parse(String(row.data)),
      metadata: JSON.parse(String(row.metadata)),
    };
  }

  private streamOf({ stream }: StoredEvent): StoredEvent[] {
    return this.events.filter((event) => event.stream === stream);
  }

  private another({ stream, type, data }: StoredEvent): StoredEvent {
    return pickFrom(
      this.events.filter((event) => event.stream !== stream && (event.type !== type || event.data !== data)),
      this.random,
    );
  }
}
