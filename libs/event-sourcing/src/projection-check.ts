import type { Finding } from '@outlay/contracts';
import { comparePositions, hashOfJson, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { advance, emptyStream, type DomainEvent, type LoadedStream, type StreamFold } from './stream-type.js';

interface StoredRow {
  readonly _id: string;
  /** Missing if the row follows from the first event alone. */
  readonly revision?: number | undefined;
}

/** The documents of a collection that mirror streams, at most one for each stream. */
export interface ProjectedRows<State, Event extends DomainEvent, Row extends StoredRow = StoredRow> {
  /** The name of the collection. */
  readonly name: string;
  readonly type: StreamFold<State, Event>;
  /** The whole document; null if the events determine none. Fields that the events do not determine are as stored. */
  readonly toRow: (loaded: LoadedStream<State>, stored?: Row) => StoredRow | null;
  /** The position up to which every event is projected. Null: nothing is projected yet. */
  readonly projected: Position | null;
  /** A page in the order of the ids. */
  readonly page: (after: string, limit: number) => Promise<readonly Row[]>;
}

const PAGE = 500;

/** Compares each document with a replay of its events up to its revision. Unprojected events are no difference. */
export class ProjectionCheck<State, Event extends DomainEvent, Row extends StoredRow = StoredRow> {
  /** The first event of each stream that was seen. */
  private readonly firsts = new Map<string, Position>();

  constructor(
    private readonly rows: ProjectedRows<State, Event, Row>,
    private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  event({ event: { stream, position } }: { readonly event: RecordedEvent }): Finding[] {
    const { prefix } = this.rows.type;
    const id = stream.slice(prefix.length);
    if (stream.startsWith(prefix) && !this.firsts.has(id)) this.firsts.set(id, position);
    return [];
  }

  async *end(): AsyncGenerator<Finding> {
    for (let after = ''; ;) {
      const rows = await this.rows.page(after, PAGE);
      for (const row of rows) {
        this.firsts.delete(row._id);
        const reason = await this.differenceOf(row);
        if (reason !== null) yield this.differs(row._id, reason, row);
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last._id;
    }
    for (const [id, first] of this.firsts)
      if (this.isProjected(first) && (await this.hasRow(id))) yield this.differs(id, 'it is missing', null);
  }

  /** Whether the events up to where they are projected say something. */
  private async hasRow(id: string): Promise<boolean> {
    const events = await this.events.readStream(this.rows.type.prefix + id);
    const replayed = this.replayed(
      id,
      events.filter(({ position }) => this.isProjected(position)),
    );
    return replayed !== null && replayed !== 'unreadable';
  }

  private async differenceOf(row: Row): Promise<string | null> {
    const { _id: id, revision } = row;
    const count = (revision ?? 0) + 1;
    const events = await this.events.readStream(this.rows.type.prefix + id, { limit: count + 1 });
    const next = events[count];
    if (events.length < count)
      return revision === undefined ? 'it has no events' : `there is no revision ${revision} of its stream`;
    const replayed = this.replayed(id, events.slice(0, count), row);
    if (replayed === 'unreadable') return null;
    if (hashOfJson(replayed) !== hashOfJson(row)) return 'it differs from a replay of its events';
    const isBehind = revision !== undefined && next !== undefined && this.isProjected(next.position);
    return isBehind ? `it is at revision ${revision}, although later ones were projected` : null;
  }

  /** Skips an unreadable stream, which is a finding already. */
  private replayed(id: string, events: readonly RecordedEvent[], stored?: Row): StoredRow | 'unreadable' | null {
    const { type, toRow } = this.rows;
    try {
      return toRow(advance(type, emptyStream(type, id), events), stored);
    } catch {
      return 'unreadable';
    }
  }

  private isProjected(position: Position): boolean {
    const { projected } = this.rows;
    return projected !== null && comparePositions(position, projected) <= 0;
  }

  private differs(id: string, reason: string, found: StoredRow | null): Finding {
    const { name, type } = this.rows;
    const message = `The document ${id} of ${name}: ${reason}.`;
    const digest = found && hashOfJson(found);
    return { kind: 'read-model-differs', place: `${name}/${id}`, stream: type.prefix + id, message, digest };
  }
}
