import type { CollectionTable, Row } from './collection-table.js';
import { asSent, decode, type Doc } from './document.js';
import { filterToSql, type SqlFilter } from './filter-to-sql.js';
import { matcher, sorted, type SortKeys } from './matching.js';
import { mergedSelect, type Statement } from './merged-select.js';
import { sortToSql } from './sort.js';

export interface Page {
  readonly sort: SortKeys;
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
}

export const ALL: Page = { sort: [], skip: 0, limit: 0 };

/** SQL evaluates conditions on indexed columns; other conditions are tested on decoded documents. */
export class Selection {
  readonly #filter: Doc;
  readonly #sql: SqlFilter;
  readonly #orderBy: string | undefined;

  constructor(
    private readonly table: CollectionTable,
    filter: Doc,
    private readonly page: Page = ALL,
  ) {
    this.#sql = filterToSql(table.definition, filter);
    this.#filter = this.#sql.exact ? filter : asSent(filter);
    this.#orderBy = sortToSql(table.definition, page.sort);
  }

  *rows(): Generator<Row> {
    const { sort, skip, limit } = this.page;
    if (this.#isSqlAlone()) {
      for (const row of this.table.file.all(...this.#statement('rowid, doc'))) yield toRow(row);
    } else if (this.#orderBy === undefined) {
      const rows = [...this.#tested()];
      const rowOf = new Map(rows.map((row) => [row.document, row]));
      const page = sorted([...rowOf.keys()], sort).slice(skip, limit === 0 ? undefined : skip + limit);
      for (const document of page) {
        const row = rowOf.get(document);
        if (row) yield row;
      }
    } else {
      yield* slice(this.#tested(), skip, limit);
    }
  }

  first(): Row | undefined {
    const [row] = this.rows();
    return row;
  }

  documents(): Doc[] {
    return [...this.rows()].map(({ document }) => document);
  }

  rowids(): number[] {
    if (!this.#isSqlAlone()) return [...this.rows()].map(({ rowid }) => rowid);
    return this.table.file.all(...this.#statement('rowid')).map((row) => Number(row.rowid));
  }

  count(): number {
    if (!this.#isSqlAlone() || this.page.skip > 0 || this.page.limit > 0) return this.rowids().length;
    return Number(this.table.file.get(...this.#statement('count(*) AS count'))?.count);
  }

  plan(): string[] {
    const [sql, parameters] = this.#statement('rowid, doc');
    return this.table.file.all(`EXPLAIN QUERY PLAN ${sql}`, parameters).map((step) => String(step.detail));
  }

  load(rowids: number[]): Doc[] {
    const listed = rowids.map(() => '?').join(', ');
    const sql = `SELECT rowid, doc FROM ${this.table.definition.table} WHERE rowid IN (${listed})`;
    const rows = new Map(this.table.file.all(sql, rowids).map((row) => [Number(row.rowid), toRow(row).document]));
    return rowids.map((rowid) => rows.get(rowid)).filter((document) => document !== undefined);
  }

  #isSqlAlone(): boolean {
    return this.#sql.exact && this.#orderBy !== undefined;
  }

  *#tested(): Generator<Row> {
    const matches = this.#sql.exact ? () => true : matcher(this.#filter);
    for (const raw of this.table.file.iterate(...this.#statement('rowid, doc'))) {
      const row = toRow(raw);
      if (matches(row.document)) yield row;
    }
  }

  #statement(columns: string): Statement {
    const { skip, limit, sort } = this.page;
    const { definition } = this.table;
    const paged = this.#isSqlAlone() && (skip > 0 || limit > 0);
    const { where, parameters } = this.#sql;
    const merged = paged && limit > 0 ? mergedSelect(definition, this.#sql, sort, columns) : undefined;
    const [sql, values] = merged ?? [
      `SELECT ${columns} FROM ${definition.table}${where === '' ? '' : ` WHERE ${where}`}`,
      parameters,
    ];
    const ordered = this.#orderBy ? `${sql} ORDER BY ${this.#orderBy}` : sql;
    return paged ? [`${ordered} LIMIT ? OFFSET ?`, [...values, limit === 0 ? -1 : limit, skip]] : [ordered, values];
  }
}

function toRow({ rowid, doc }: Record<string, unknown>): Row {
  if (!(doc instanceof Uint8Array)) throw new TypeError('A stored document is not a blob.');
  const document = decode(doc);
  return { rowid: Number(rowid), id: document._id, bytes: doc, document };
}

function* slice(rows: Iterable<Row>, skip: number, limit: number): Generator<Row> {
  let position = 0;
  for (const row of rows) {
    if (position >= skip) yield row;
    position += 1;
    if (limit > 0 && position >= skip + limit) return;
  }
}
