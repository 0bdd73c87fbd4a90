import type { CollectionTable, Row } from './collection-table.js';
import { asSent, type Doc } from './document.js';
import { filterToSql, type SqlFilter } from './filter-to-sql.js';
import { matcher, sorted, type SortKeys } from './matching.js';
import { timeLimitError } from '../errors.js';
import type { SubstringIndex } from './substring-index.js';
import { indexFor, mergedSelect, type Statement } from './merged-select.js';
import { sortToSql } from './sort.js';

export interface Page {
  readonly sort: SortKeys;
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
  /** Ends a search of a substring index. */
  readonly maxTimeMs: number;
  /** Others need not be read. */
  readonly paths?: ReadonlySet<string> | undefined;
}

export const ALL: Page = { sort: [], skip: 0, limit: 0, maxTimeMs: Infinity };

/** Enough to fill a page with a text that many rows have. */
const FIRST_SCAN_MS = 8;
/** Reading these takes less time than a first scan. */
const FEW_CANDIDATES = 500;
/** A text that more rows have is soon found in index order. */
const MAX_CANDIDATES = 4000;
/** So that a scan looks at the clock in between. */
const REGULARLY = 'rowid % 128 = 0';

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
    const searched = this.#search();
    if (searched) {
      yield* searched;
    } else if (this.#isSqlAlone()) {
      for (const row of this.table.file.all(...this.#statement(this.#columns))) yield this.table.rowOf(row);
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
    const [sql, parameters] = this.#statement(this.#columns);
    return this.table.file.all(`EXPLAIN QUERY PLAN ${sql}`, parameters).map((step) => String(step.detail));
  }

  load(rowids: number[]): Doc[] {
    const listed = rowids.map(() => '?').join(', ');
    const { table } = this;
    const sql = `SELECT ${table.columns()} FROM ${table.definition.table} WHERE rowid IN (${listed})`;
    const rows = new Map(table.file.all(sql, rowids).map((row) => [Number(row.rowid), table.documentOf(row)]));
    return rowids.map((rowid) => rows.get(rowid)).filter((document) => document !== undefined);
  }

  #search(): Row[] | undefined {
    const { choices, fixed } = this.#sql;
    if (choices.length === 0 || !this.#isSqlAlone()) return undefined;
    const index = this.table.substrings();
    const query = index?.query(choices, fixed);
    if (!index || query === undefined) return undefined;
    const { limit, maxTimeMs } = this.page;
    const isRare = limit === 0 || (query.isQuick && this.#hasAtMost(FEW_CANDIDATES, index, query.match));
    const soon = isRare ? undefined : this.#scan(Math.min(FIRST_SCAN_MS, maxTimeMs));
    const found = soon ?? this.#candidates(index, query.match) ?? this.#scan(maxTimeMs);
    if (!found) throw timeLimitError();
    return found;
  }

  #hasAtMost(count: number, { terms }: SubstringIndex, match: string): boolean {
    const counted = `SELECT count(*) AS count FROM (SELECT 1 FROM ${terms} WHERE ${terms} MATCH ? LIMIT ?)`;
    return Number(this.table.file.get(counted, [match, count + 1])?.count) <= count;
  }

  #candidates(index: SubstringIndex, match: string): Row[] | undefined {
    if (!this.#hasAtMost(MAX_CANDIDATES, index, match)) return undefined;
    const { file, definition } = this.table;
    const { terms, waiting } = index;
    const { where, parameters } = this.#sql;
    const { skip, limit } = this.page;
    const sql = `SELECT stored.${this.#columns} FROM
        (SELECT rowid AS candidate FROM ${terms} WHERE ${terms} MATCH ? UNION SELECT rowid FROM ${waiting})
        CROSS JOIN ${definition.table} stored ON stored.rowid = candidate WHERE ${where}
        ${this.#orderBy ? `ORDER BY ${this.#orderBy}` : ''} LIMIT ? OFFSET ?`;
    return file.all(sql, [match, ...parameters, limit === 0 ? -1 : limit, skip]).map((row) => this.table.rowOf(row));
  }

  /** In index order; undefined if the time is over. */
  #scan(milliseconds: number): Row[] | undefined {
    const { skip, limit, sort } = this.page;
    const { definition, file } = this.table;
    const filter = filterToSql(definition, this.#filter, {
      columns: indexFor(definition, this.#sql, sort),
      orElse: REGULARLY,
    });
    const { where, parameters } = filter.tested;
    const columns = this.#columns.replace('doc', () => `CASE WHEN ${where} THEN doc END AS doc`);
    const [sql, values] = mergedSelect(definition, filter, sort, columns, parameters) ?? [
      `SELECT ${columns} FROM ${definition.table} WHERE ${filter.where}`,
      [...parameters, ...filter.parameters],
    ];
    const until = performance.now() + milliseconds;
    const found: Row[] = [];
    for (const row of file.iterate(this.#orderBy ? `${sql} ORDER BY ${this.#orderBy}` : sql, values)) {
      if (row.doc !== null) found.push(this.table.rowOf(row));
      if (limit > 0 && found.length === skip + limit) break;
      if (performance.now() > until) return undefined;
    }
    return found.slice(skip);
  }

  get #columns(): string {
    return this.table.columns(this.#isSqlAlone() ? this.page.paths : undefined);
  }

  #isSqlAlone(): boolean {
    return this.#sql.exact && this.#orderBy !== undefined;
  }

  *#tested(): Generator<Row> {
    const matches = this.#sql.exact ? () => true : matcher(this.#filter);
    for (const raw of this.table.file.iterate(...this.#statement(this.table.columns()))) {
      const row = this.table.rowOf(raw);
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

function* slice(rows: Iterable<Row>, skip: number, limit: number): Generator<Row> {
  let position = 0;
  for (const row of rows) {
    if (position >= skip) yield row;
    position += 1;
    if (limit > 0 && position >= skip + limit) return;
  }
}
