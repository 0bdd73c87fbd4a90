import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { isFileFailure, isIoError } from './file-failure.js';
import { openReadOnly, type ReadOnly } from './read-only.js';

/** `full` survives power loss; `normal` may then lose the last transactions, but never damages the file. */
export type Durability = 'full' | 'normal';
export type Parameters = readonly SQLInputValue[];
export type SqliteRow = Record<string, SQLOutputValue>;

export interface SqliteOptions {
  readonly durability?: Durability;
  /** Default `wal`. With `delete` nothing is stored outside the file between transactions; each costs more. */
  readonly journal?: 'wal' | 'delete';
  /** The time a statement waits for another connection's lock, in milliseconds; the event loop is blocked meanwhile. */
  readonly busyTimeoutMs: number;
  /** Size of the write-ahead log, in pages of 4 kB, at which it is copied into the file; SQLite's default is 1000. */
  readonly checkpointPages?: number;
  /** Writes then fail. By default, the file is created if it is missing. */
  readonly readOnly?: ReadOnly | undefined;
  readonly unavailable: (failure: Error) => Error;
  /** The error of a failed commit that may turn out to be stored after a restart; `unavailable` by default. */
  readonly outcomeUnknown?: (failure: Error) => Error;
}

const CACHED_STATEMENTS = 500;

/** Every method throws `unavailable`'s error if the file fails (see `isFileFailure`). */
export class SqliteDatabase {
  private readonly statements = new Map<string, StatementSync>();

  private constructor(
    private readonly connection: DatabaseSync,
    private readonly unavailable: (failure: Error) => Error,
    private readonly outcomeUnknown: (failure: Error) => Error,
    private readonly dispose: () => void = () => undefined,
  ) {}

  static open(file: string, options: SqliteOptions): SqliteDatabase {
    const { durability = 'full', journal = 'wal', busyTimeoutMs, checkpointPages, unavailable } = options;
    const { outcomeUnknown = unavailable, readOnly } = options;
    return mappingFailures(unavailable, () => {
      if (readOnly) {
        const { connection, dispose } = openReadOnly(file, readOnly, busyTimeoutMs);
        return new SqliteDatabase(connection, unavailable, outcomeUnknown, dispose);
      }
      mkdirSync(dirname(file), { recursive: true });
      const connection = new DatabaseSync(file, { timeout: busyTimeoutMs });
      connection.exec(`PRAGMA journal_mode = ${journal}; PRAGMA synchronous = ${durability}`);
      if (checkpointPages !== undefined) connection.exec(`PRAGMA wal_autocheckpoint = ${checkpointPages}`);
      return new SqliteDatabase(connection, unavailable, outcomeUnknown);
    });
  }

  exec(sql: string): void {
    this.attempt(() => this.connection.exec(sql));
  }

  run(sql: string, parameters: Parameters = []): { changes: number; lastInsertRowid: number } {
    const { changes, lastInsertRowid } = this.attempt(() => this.statement(sql).run(...parameters));
    return { changes: Number(changes), lastInsertRowid: Number(lastInsertRowid) };
  }

  get(sql: string, parameters: Parameters = []): SqliteRow | undefined {
    return this.attempt(() => this.statement(sql).get(...parameters));
  }

  all(sql: string, parameters: Parameters = []): SqliteRow[] {
    return this.attempt(() => this.statement(sql).all(...parameters));
  }

  /** Rows as they are read. Until the iteration ends, neither yield to the event loop nor run the same SQL. */
  *iterate(sql: string, parameters: Parameters = []): Generator<SqliteRow> {
    try {
      yield* this.statement(sql).iterate(...parameters);
    } catch (error) {
      throw isFileFailure(error) ? this.unavailable(error) : error;
    }
  }

  /** Runs work that writes, all or none of it; durable when it returns. Inside another transaction it joins that one. */
  transaction<T>(work: () => T): T {
    if (this.isInTransaction) return work();
    return this.undoingOnError('BEGIN IMMEDIATE', work, () => this.commit(), ['ROLLBACK']);
  }

  /** Runs a part of a transaction whose writes alone are undone if it throws. */
  savepoint<T>(work: () => T): T {
    const end = () => this.run('RELEASE part');
    return this.undoingOnError('SAVEPOINT part', work, end, ['ROLLBACK TO part', 'RELEASE part']);
  }

  /** False also after SQLite rolled back by itself, as it does when the disk is full. */
  get isInTransaction(): boolean {
    return this.connection.isOpen && this.connection.isTransaction;
  }

  close(): void {
    this.statements.clear();
    if (!this.connection.isOpen) return;
    this.connection.close();
    this.dispose();
  }

  private undoingOnError<T>(begin: string, work: () => T, end: () => unknown, undo: readonly string[]): T {
    this.run(begin);
    try {
      const result = work();
      end();
      return result;
    } catch (error) {
      if (this.isInTransaction) for (const sql of undo) this.run(sql);
      throw error;
    }
  }

  private commit(): void {
    this.attempt(() => {
      try {
        this.statement('COMMIT').run();
      } catch (error) {
        throw isIoError(error) ? this.outcomeUnknown(error) : error;
      }
    });
  }

  private statement(sql: string): StatementSync {
    const cached = this.statements.get(sql);
    if (cached) return cached;
    const statement = this.connection.prepare(sql);
    const [oldest] = this.statements.keys();
    if (oldest !== undefined && this.statements.size >= CACHED_STATEMENTS) this.statements.delete(oldest);
    this.statements.set(sql, statement);
    return statement;
  }

  private attempt<T>(work: () => T): T {
    return mappingFailures(this.unavailable, work);
  }
}

function mappingFailures<T>(unavailable: (failure: Error) => Error, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw isFileFailure(error) ? unavailable(error) : error;
  }
}
