import type { SqliteDatabase } from '@outlay/sqlite';
import { termsIn, termsOf } from '../substrings.js';
import {
  SUBSTRINGS,
  type CollectionDefinition,
  type Direction,
  type IndexDefinition,
} from './collection-definition.js';
import type { IndexKey } from './index-key.js';

interface SearchedText {
  readonly column: string;
  readonly text: string;
  readonly isWhole?: boolean;
}

/** One of the texts must be part of the column's, or all of it. */
export type TextChoice = readonly SearchedText[];

export interface SubstringQuery {
  readonly match: string;
  /** False if counting its rows may take long. */
  readonly isQuick: boolean;
}

/** Rows wait until their terms are added together, because a transaction of FTS5 costs as much as a hundred rows. */
const WAITING = 128;

/**
 * The terms of each row's texts, in a table of FTS5 that stores neither texts nor places. Terms of former texts and
 * removed rows stay in it, so a candidate must be tested.
 */
export class SubstringIndex {
  readonly terms: string;
  readonly waiting: string;
  readonly #columns: string[];
  readonly #within: string[];

  constructor(
    private readonly file: SqliteDatabase,
    private readonly definition: CollectionDefinition,
    key: IndexDefinition['key'],
  ) {
    this.terms = `${definition.table}_terms`;
    this.waiting = `${definition.table}_waiting`;
    const columns = (wanted: Direction) =>
      key
        .filter(([, direction]) => direction === wanted)
        .map(([path]) => definition.paths.find((indexed) => indexed.path === path)?.column ?? 'id');
    this.#columns = columns(SUBSTRINGS);
    this.#within = columns(1);
  }

  static of(file: SqliteDatabase, definition: CollectionDefinition): SubstringIndex | undefined {
    const index = definition.indexes.find(({ key }) => key.some(([, direction]) => direction === SUBSTRINGS));
    return index && new SubstringIndex(file, definition, index.key);
  }

  create(): void {
    this.file.run(
      `CREATE VIRTUAL TABLE ${this.terms} USING fts5(terms, content='', columnsize=0, detail=none, tokenize='ascii')`,
    );
    this.file.run(`CREATE TABLE ${this.waiting} (rowid INTEGER PRIMARY KEY)`);
    this.file.run(`INSERT INTO ${this.waiting} SELECT rowid FROM ${this.definition.table}`);
    this.#addAll();
  }

  drop(): void {
    this.file.run(`DROP TABLE ${this.terms}`);
    this.file.run(`DROP TABLE ${this.waiting}`);
  }

  isOf(column: string): boolean {
    return this.#columns.includes(column) || this.#within.includes(column);
  }

  /** Runs in the transaction that writes the row. */
  add(rowid: number): void {
    this.file.run(`INSERT OR IGNORE INTO ${this.waiting} VALUES (?)`, [rowid]);
  }

  /** Runs at the end of a transaction that wrote rows. */
  addWaiting(): void {
    const count = this.file.get(`SELECT count(*) AS count FROM ${this.waiting}`)?.count;
    if (Number(count) >= WAITING) this.#addAll();
  }

  /** FTS5's expression for rows that may have one text of each choice; undefined if no choice has a searched part. */
  query(choices: readonly TextChoice[], fixed: ReadonlyMap<string, IndexKey>): SubstringQuery | undefined {
    const isIndexed = ({ column, isWhole }: SearchedText) => (isWhole ? this.#within : this.#columns).includes(column);
    const searched = choices.filter((choice) => choice.every(isIndexed) && choice.some(({ isWhole }) => !isWhole));
    if (searched.length === 0) return undefined;
    const within = this.#within.flatMap((column) => {
      const key = fixed.get(column);
      return typeof key === 'string' ? [`"${exactToken(key)}"`] : [];
    });
    const texts = searched.map((choice) => `(${choice.map(queryFor).join(' OR ')})`);
    // FTS5 first collects the rows of all terms that start with a short text.
    const isQuick = searched.flat().every(({ text, isWhole }) => isWhole || !termsIn(text).isStart);
    return { match: [...texts, ...within].join(' AND '), isQuick };
  }

  #addAll(): void {
    const columns = [...this.#within, ...this.#columns].map((column) => `stored.${column}`);
    const rows = this.file.iterate(
      `SELECT stored.rowid, ${columns.join(', ')} FROM ${this.waiting} waiting
       CROSS JOIN ${this.definition.table} stored ON stored.rowid = waiting.rowid ORDER BY waiting.rowid`,
    );
    for (const row of rows) {
      const within = this.#within.map((column) => row[column]).filter((value) => typeof value === 'string');
      const texts = this.#columns.map((column) => row[column]).filter((value) => typeof value === 'string');
      const tokens = [...within.map(exactToken), ...termsOf(texts.map(token))].join(' ');
      this.file.run(`INSERT INTO ${this.terms} (rowid, terms) VALUES (?, ?)`, [row.rowid ?? null, tokens]);
    }
    this.file.run(`DELETE FROM ${this.waiting}`);
  }
}

function queryFor({ text, isWhole }: SearchedText): string {
  if (isWhole) return `"${exactToken(text)}"`;
  const { terms, isStart } = termsIn(text);
  return `(${terms.map((term) => `"${token(term)}"${isStart ? ' *' : ''}`).join(' AND ')})`;
}

const BEYOND_ASCII = Array.from({ length: 0x80 }, (_, code) => String.fromCharCode(0x100 + code));

/** Beyond ASCII every character is part of a token, and none is a quote. Tokens that become equal are tested apart. */
function token(term: string): string {
  let result = '';
  for (const character of term) result += BEYOND_ASCII[character.charCodeAt(0)] ?? character;
  return result;
}

/** Starts with a character for private use, so that it is no text's. */
const exactToken = (value: string): string => `\ue000${token(value)}`;
