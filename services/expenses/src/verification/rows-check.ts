import type { Finding } from '@outlay/contracts';
import { comparePositions, type EventStore, type Position } from '@outlay/event-store';
import type { Scratch } from './scratch.js';

interface StoredRow {
  readonly _id: string;
  readonly revision: number;
}

/** A read model with a document for each stream of one kind. */
export interface Rows<Row extends StoredRow> {
  /** Of the collection, also as a table's. */
  readonly name: string;
  readonly prefix: string;
  /** A page in the order of the ids. */
  readonly page: (after: string, limit: number) => Promise<readonly Row[]>;
  readonly isFrom: (row: Row, digest: string) => boolean;
  /** The digest of the stream's document as it was at the revision; null if it was not there. */
  readonly load: (id: string, revision: number) => Promise<string | null>;
}

const PAGE = 500;

/**
 * Compares each document with what its stream gives at the document's revision: it may be ahead of the fixed position,
 * or behind if the projector is.
 */
export class RowsCheck<Row extends StoredRow> {
  private readonly table: string;

  constructor(
    private readonly rows: Rows<Row>,
    private readonly events: Pick<EventStore, 'readStream'>,
    /** Up to there, every event is projected. */
    private readonly projected: Position | null,
    private readonly scratch: Scratch,
  ) {
    this.table = `rows_of_${rows.name}`;
    scratch.create(this.table, 'id TEXT PRIMARY KEY, revision INT, digest TEXT, seen INT DEFAULT 0');
  }

  /** The digest of the stream's document after its last event; null if it cannot be read. */
  expect(id: string, revision: number, digest: string | null): void {
    const sql = `INSERT OR REPLACE INTO ${this.table} (id, revision, digest) VALUES (?, ?, ?)`;
    this.scratch.run(sql, id, revision, digest);
  }

  /** What is expected so far. */
  expected(id: string): string | null {
    const row = this.scratch.get(`SELECT digest FROM ${this.table} WHERE id = ?`, id);
    return row && row.digest !== null ? String(row.digest) : null;
  }

  async *end(): AsyncGenerator<Finding> {
    const { page } = this.rows;
    for (let after = ''; ;) {
      const rows = await page(after, PAGE);
      for (const row of rows) {
        this.scratch.run(`UPDATE ${this.table} SET seen = 1 WHERE id = ?`, row._id);
        yield* this.compare(row);
      }
      const last = rows.at(-1);
      if (!last || rows.length < PAGE) break;
      after = last._id;
    }
    for (const { id } of this.scratch.iterate(`SELECT id FROM ${this.table} WHERE seen = 0 AND digest IS NOT NULL`)) {
      if (await this.isProjected(String(id), 0)) yield this.differs(String(id), 'it is missing');
    }
  }

  private async *compare(row: Row): AsyncGenerator<Finding> {
    const { _id: id, revision } = row;
    const expected = this.scratch.get(`SELECT revision, digest FROM ${this.table} WHERE id = ?`, id);
    // That its stream is unreadable is a finding already.
    if (expected && expected.digest === null) return;
    const head = expected ? Number(expected.revision) : -1;
    const digest = head === revision ? String(expected?.digest) : await this.rows.load(id, revision);
    if (digest === null) yield this.differs(id, `there is no revision ${revision} of its stream`);
    else if (!this.rows.isFrom(row, digest)) yield this.differs(id, 'it differs from a replay of its events');
    else if (head > revision && (await this.isProjected(id, revision + 1))) {
      yield this.differs(id, `it is at revision ${revision}, although the projector has handled later ones`);
    }
  }

  private async isProjected(id: string, revision: number): Promise<boolean> {
    const [event] = await this.events.readStream(this.rows.prefix + id, { from: revision, limit: 1 });
    return !!event && this.projected !== null && comparePositions(event.position, this.projected) <= 0;
  }

  private differs(id: string, reason: string): Finding {
    const { name, prefix } = this.rows;
    const message = `The document ${id} of ${name}: ${reason}.`;
    return { kind: 'read-model-differs', place: `${name}/${id}`, stream: prefix + id, message, digest: null };
  }
}
