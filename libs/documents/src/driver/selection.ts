import type { CollectionTable, Row } from './collection-table.js';
import { asSent, type Doc } from './document.js';
import { columnFor, filterToSql, type SqlFilter } from './filter-to-sql.js';
import { matcher, picked, sorted, type SortKeys } from './matching.js';
import { timeLimitError } from '../errors.js';
import type { Reader, SqliteRow } from '@outlay/sqlite';
import type { SubstringIndex, SubstringQuery } from './substring-index.js';
import { indexFor, mergedSelect, type Statement } from './merged-select.js';
import { sortToSql } from './sort.js';

export interface Page {
  readonly sort: SortKeys;
  readonly skip: number;
  /** 0 means no limit. */
  readonly limit: number;
  /** Ends a read that other indexes than that of the order do not shorten. */
  readonly maxTimeMs: number;
  /** The paths to read; undefined for all. */
  readonly paths?: ReadonlySet<string> | undefined;
}

const ALL: Page = { sort: [], skip: 0, limit: 0, maxTimeMs: Infinity };

/** A first scan fills a page when many rows have the text. */
const FIRST_SCAN_MS = 8;
/** Reading these takes less time than a first scan. */
const FEW_CANDIDATES = 500;
/** A text that more rows have is soon found in index order. */
const MAX_CANDIDATES = 20_000;
/** The scan looks at the clock in between. By rowid, it might never for the rows of one user. */
const REGULARLY = 'random() & 127 = 0';

/** Up to this number, documents are read here: to receive them from a thread takes as long, and the thread's time beside. */
const SHORT = 256;
/** Summing these takes some hundredths of a second, after which other reads have their turn. */
const SUMMED_AT_ONCE = 25_000;
/** A sum in hundredths is `high` times this, and `low`. */
export const PART = 1_000_000_000;
const DAY_MS = 86_400_000;

export interface Readers {
  readonly direct: Reader;
  readonly threads: Reader;
}

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

  /** Reads like `documents`, only the paths of the page, and leaves a read that may be long to another thread. */
  async read(database: Readers): Promise<Doc[]> {
    if (!this.#isSqlAlone()) return this.documents().map((document) => picked(document, this.page.paths));
    const index = this.#sql.choices.length === 0 ? undefined : this.table.substrings();
    const query = index?.query(this.#sql.choices, this.#sql.fixed);
    const rows =
      index && query
        ? await this.#search(database.threads, index, query)
        : this.page.maxTimeMs < Infinity
          ? await this.#limited(database.threads)
          : await (this.#isShort() ? database.direct : database.threads).all(...this.#statement(this.#columns));
    return this.table.documentsOf(rows, this.page.paths);
  }

  /**
   * Sums the hundredths of the texts of a path by the texts of others, in slices between which other reads have their
   * turn. Undefined if SQL alone cannot.
   */
  sums(reader: Reader, by: readonly string[], of: string): AsyncGenerator<SqliteRow[]> | undefined {
    const textOf = (path: string) => {
      const { column } = columnFor(this.table.definition, path) ?? {};
      return column && `CASE typeof(${column}) WHEN 'text' THEN ${column} END`;
    };
    const [summed, ...keys] = [of, ...by].map(textOf);
    if (!this.#sql.exact || !summed || !keys.every((key) => key !== undefined)) return undefined;
    const hundredths = `CAST(replace(${summed}, '.', '') AS INTEGER)`;
    const columns = [
      ...keys.map((key, at) => `${key} AS key${at}`),
      'count(*) AS count',
      // Parts of large numbers, because the sum of those would be beyond SQLite's integers.
      `coalesce(sum(${hundredths} / ${PART}), 0) AS high`,
      `coalesce(sum(${hundredths} % ${PART}), 0) AS low`,
    ];
    return this.#sumSlices(reader, columns.join(', '), `GROUP BY ${keys.map((_, at) => at + 1).join(', ')}`);
  }

  async *#sumSlices(reader: Reader, columns: string, groups: string): AsyncGenerator<SqliteRow[]> {
    const { table } = this.table.definition;
    const where = this.#sql.where || 'TRUE';
    const { parameters } = this.#sql;
    const few = await this.#few(reader);
    if (few) {
      const [candidates, values] = few;
      const among = `(${candidates}) CROSS JOIN ${table} stored ON stored.rowid = candidate`;
      yield await reader.all(`SELECT ${columns} FROM ${among} WHERE ${where} ${groups}`, [...values, ...parameters]);
      return;
    }
    const slice = `SELECT ${columns} FROM ${table} NOT INDEXED WHERE rowid > ? AND rowid <= ? AND ${where} ${groups}`;
    const last = this.#lastRowid();
    for (let from = 0; from < last; from += SUMMED_AT_ONCE)
      yield await reader.all(slice, [from, from + SUMMED_AT_ONCE, ...parameters]);
  }

  /** All rows that may match, if an index has few of them. */
  async #few(reader: Reader): Promise<Statement | undefined> {
    const index = this.#sql.choices.length === 0 ? undefined : this.table.substrings();
    const query = index?.query(this.#sql.choices, this.#sql.fixed);
    const searched = index && query && termsOf(index, query);
    if (searched && (await this.#hasAtMost(MAX_CANDIDATES, reader, searched))) return withWaiting(index, searched);
    return this.#fewInRange(reader, new Set());
  }

  #isShort(): boolean {
    const { fixed, list } = this.#sql;
    const isByIds = fixed.has('id') || (list?.column === 'id' && list.keys.length <= SHORT);
    return isByIds || (this.page.limit > 0 && this.page.limit <= SHORT) || this.#lastRowid() <= SHORT;
  }

  #lastRowid(): number {
    const { file, definition } = this.table;
    return Number(file.get(`SELECT max(rowid) AS last FROM ${definition.table}`)?.last ?? 0);
  }

  async #search(reader: Reader, index: SubstringIndex, query: SubstringQuery): Promise<SqliteRow[]> {
    const { limit, maxTimeMs } = this.page;
    const found = termsOf(index, query);
    const isRare = limit === 0 || (query.isQuick && (await this.#hasAtMost(FEW_CANDIDATES, reader, found)));
    const soon = isRare ? null : await this.#scan(reader, Math.min(FIRST_SCAN_MS, maxTimeMs));
    if (soon) return soon;
    if (!(await this.#hasAtMost(MAX_CANDIDATES, reader, found))) return this.#scanInTime(reader);
    return this.#among(reader, withWaiting(index, found));
  }

  /** Reads in index order, unless few rows are in a range of another index. */
  async #limited(reader: Reader): Promise<SqliteRow[]> {
    const few = await this.#fewInRange(reader, indexFor(this.table.definition, this.#sql, this.page.sort));
    return few ? this.#among(reader, few) : this.#scanInTime(reader);
  }

  /** The rows in a range of an index that has few there. */
  async #fewInRange(reader: Reader, without: ReadonlySet<string>): Promise<Statement | undefined> {
    const { table, indexes } = this.table.definition;
    for (const { column, where, parameters } of this.#sql.ranges) {
      const isFirst = indexes.some(
        ({ key: [[path] = ['']] }) => columnFor(this.table.definition, path)?.column === column,
      );
      if (without.has(column) || !isFirst) continue;
      const ranged: Statement = [`SELECT rowid AS candidate FROM ${table} WHERE ${where}`, parameters];
      if (await this.#hasAtMost(MAX_CANDIDATES, reader, ranged)) return ranged;
    }
    return undefined;
  }

  async #hasAtMost(count: number, reader: Reader, [candidates, parameters]: Statement): Promise<boolean> {
    const counted = `SELECT count(*) AS count FROM (${candidates} LIMIT ?)`;
    const [row] = await reader.all(counted, [...parameters, count + 1]);
    return Number(row?.count) <= count;
  }

  #among(reader: Reader, [candidates, values]: Statement): Promise<SqliteRow[]> {
    const { where, parameters } = this.#sql;
    const { skip, limit } = this.page;
    const sql = `SELECT stored.${this.#columns} FROM (${candidates})
        CROSS JOIN ${this.table.definition.table} stored ON stored.rowid = candidate WHERE ${where}
        ${this.#orderBy ? `ORDER BY ${this.#orderBy}` : ''} LIMIT ? OFFSET ?`;
    return reader.all(sql, [...values, ...parameters, limit === 0 ? -1 : limit, skip]);
  }

  async #scanInTime(reader: Reader): Promise<SqliteRow[]> {
    const found = await this.#scan(reader, Math.min(this.page.maxTimeMs, DAY_MS));
    if (!found) throw timeLimitError();
    return found;
  }

  /** The rows in index order; null if the time is over. */
  async #scan(reader: Reader, milliseconds: number): Promise<SqliteRow[] | null> {
    const { skip, limit, sort } = this.page;
    const { definition } = this.table;
    const filter = filterToSql(definition, this.#filter, {
      columns: indexFor(definition, this.#sql, sort),
      orElse: REGULARLY,
    });
    const { where, parameters } = filter.tested;
    const matching = `${where === '' ? 'rowid' : `CASE WHEN ${where} THEN rowid END`} AS matching`;
    const [sql, values] = mergedSelect(definition, filter, sort, matching, parameters) ?? [
      `SELECT ${matching} FROM ${definition.table} WHERE ${filter.where}`,
      [...parameters, ...filter.parameters],
    ];
    const ordered = this.#orderBy ? `${sql} ORDER BY ${this.#orderBy}` : sql;
    const rows = limit === 0 ? 0 : skip + limit;
    // The join reads matching rows only. SQLite would test each row again for it, were there no LIMIT.
    const stored = `SELECT stored.${this.#columns} FROM (SELECT matching FROM (${ordered}) LIMIT -1)
        LEFT JOIN ${definition.table} stored ON stored.rowid = matching`;
    const found = await reader.scan(stored, values, { column: 'rowid', rows, milliseconds });
    return found?.slice(skip) ?? null;
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

const termsOf = ({ terms }: SubstringIndex, { match }: SubstringQuery): Statement => [
  `SELECT rowid AS candidate FROM ${terms} WHERE ${terms} MATCH ?`,
  [match],
];

const withWaiting = ({ waiting }: SubstringIndex, [candidates, parameters]: Statement): Statement => [
  `${candidates} UNION SELECT rowid FROM ${waiting}`,
  parameters,
];

function* slice(rows: Iterable<Row>, skip: number, limit: number): Generator<Row> {
  let position = 0;
  for (const row of rows) {
    if (position >= skip) yield row;
    position += 1;
    if (limit > 0 && position >= skip + limit) return;
  }
}
