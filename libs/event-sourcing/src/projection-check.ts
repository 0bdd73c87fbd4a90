import type { Finding } from '@outlay/contracts';
import { comparePositions, hashOfJson, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import { fold, type DomainEvent, type StreamFold } from './stream-type.js';

interface StoredRow {
  readonly _id: string;
  /** Missing if a release without the events wrote the row. */
  readonly revision?: number | undefined;
}

/** Documents that are what their streams say, at most one for each. */
export interface ProjectedRows<State, Event extends DomainEvent> {
  /** Of the collection. */
  readonly name: string;
  readonly type: StreamFold<State, Event>;
  /** What the events say; null if they say nothing. */
  readonly toRow: (id: string, state: State, revision: number) => StoredRow | null;
  /** Up to there, every event is projected. Null: this release has not started yet. */
  readonly projected: Position | null;
  /** A page in the order of the ids. */
  readonly page: (after: string, limit: number) => Promise<readonly StoredRow[]>;
}

const PAGE = 500;

/** Compares each document with a replay of its events up to its revision. What is not yet projected is no difference. */
export class ProjectionCheck<State, Event extends DomainEvent> {
  /** The first event of each stream that was seen. */
  private readonly firsts = new Map<string, Position>();

  constructor(
    private readonly rows: ProjectedRows<State, Event>,
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
    const projected = events.filter(({ position }) => this.isProjected(position));
    try {
      return this.rows.toRow(id, fold(this.rows.type, projected), projected.length - 1) !== null;
    } catch {
      // That its stream is unreadable is a finding already.
      return false;
    }
  }

  private async differenceOf(row: StoredRow): Promise<string | null> {
    const { _id: id, revision } = row;
    if (revision === undefined) return this.rows.projected === null ? null : 'it has no events';
    const events = await this.events.readStream(this.rows.type.prefix + id, { limit: revision + 2 });
    const next = events[revision + 1];
    if (events.length <= revision) return `there is no revision ${revision} of its stream`;
    let replayed: StoredRow | null;
    try {
      const state = fold(this.rows.type, events.slice(0, revision + 1));
      replayed = this.rows.toRow(id, state, revision);
    } catch {
      // That its stream is unreadable is a finding already.
      return null;
    }
    if (hashOfJson(replayed) !== hashOfJson(row)) return 'it differs from a replay of its events';
    const isBehind = next !== undefined && this.isProjected(next.position);
    return isBehind ? `it is at revision ${revision}, although later ones were projected` : null;
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
