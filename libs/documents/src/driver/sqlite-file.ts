import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { DocumentsUnavailable } from '../errors.js';

export type Durability = 'full' | 'normal';
export type Parameters = readonly SQLInputValue[];

/** How long a write waits for another process's write, in milliseconds. */
const BUSY_TIMEOUT = 2_000;
const CACHED_STATEMENTS = 500;
/** A row of a well-indexed collection dirties some ten pages; SQLite's default would wait for the disk every hundred rows. */
const CHECKPOINT_PAGES = 8000;

/** SQLite result codes that say the file failed, not the statement: busy, read-only, I/O, corrupt, full, cannot open. */
const UNAVAILABLE_CODES = new Set([5, 6, 8, 10, 11, 13, 14, 26]);

/** One SQLite file in WAL mode: cached statements, transactions, and failures as `DocumentsUnavailable`. */
export class SqliteFile {
  readonly #database: DatabaseSync;
  readonly #statements = new Map<string, StatementSync>();
  #inTransaction = false;

  constructor(file: string, durability: Durability) {
    try {
      this.#database = new DatabaseSync(file, { timeout: BUSY_TIMEOUT });
      this.#database.exec('PRAGMA journal_mode = WAL');
      this.#database.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      this.#database.exec(`PRAGMA synchronous = ${durability === 'full' ? 'FULL' : 'NORMAL'}`);
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  run(sql: string, parameters: Parameters = []): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.#attempt(() => this.#statement(sql).run(...parameters));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  all(sql: string, parameters: Parameters = []): Record<string, unknown>[] {
    return this.#attempt(() => this.#statement(sql).all(...parameters));
  }

  get(sql: string, parameters: Parameters = []): Record<string, unknown> | undefined {
    return this.#attempt(() => this.#statement(sql).get(...parameters));
  }

  /** Rows as they are read. The caller must neither yield to the event loop nor run the same SQL before it is done. */
  *iterate(sql: string, parameters: Parameters = []): Generator<Record<string, unknown>> {
    try {
      yield* this.#attempt(() => this.#statement(sql).iterate(...parameters));
    } catch (error) {
      throw asUnavailable(error);
    }
  }

  /** All or nothing. A transaction inside another joins it. */
  transaction<T>(work: () => T): T {
    if (this.#inTransaction) return work();
    this.run('BEGIN IMMEDIATE');
    this.#inTransaction = true;
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      // SQLite has already rolled back by itself after a full disk, for one.
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    } finally {
      this.#inTransaction = false;
    }
  }

  close(): void {
    this.#statements.clear();
    if (this.#database.isOpen) this.#database.close();
  }

  #statement(sql: string): StatementSync {
    const cached = this.#statements.get(sql);
    if (cached) return cached;
    const statement = this.#database.prepare(sql);
    if (this.#statements.size >= CACHED_STATEMENTS) {
      const [oldest = ''] = this.#statements.keys();
      this.#statements.delete(oldest);
    }
    this.#statements.set(sql, statement);
    return statement;
  }

  #attempt<T>(work: () => T): T {
    if (!this.#database.isOpen) throw new DocumentsUnavailable('The document store is closed.');
    try {
      return work();
    } catch (error) {
      throw asUnavailable(error);
    }
  }
}

/** By its shape: errors that native code makes need not be instances of this realm's `Error`. */
export function isSqliteError(error: unknown): error is Error & { errcode: number } {
  return typeof error === 'object' && error !== null && 'errcode' in error && typeof error.errcode === 'number';
}

function asUnavailable(error: unknown): unknown {
  if (!isSqliteError(error) || !UNAVAILABLE_CODES.has(error.errcode & 0xff)) return error;
  return new DocumentsUnavailable(`The document store cannot answer: ${error.message}.`, { cause: error });
}
