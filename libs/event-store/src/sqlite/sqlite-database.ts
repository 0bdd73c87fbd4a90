import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type SQLInputValue, type StatementSync } from 'node:sqlite';
import { isFileFailure } from '@outlay/sqlite';
import { EventStoreUnavailable } from '../event-store.js';
import { SCHEMA } from './schema.js';

/** A lock is waited for with the event loop standing still, so not for long. */
const BUSY_TIMEOUT_MS = 1000;

/** Copying the log into the file waits for the disk twice more, so it is done for 32 MB at a time (default: 4 MB). */
const CHECKPOINT_PAGES = 8000;

/** A database file with its statements prepared once, and its troubles told as `EventStoreUnavailable`. */
export class SqliteDatabase {
  private readonly statements = new Map<string, StatementSync>();

  constructor(private readonly connection: DatabaseSync) {}

  static open(file: string): SqliteDatabase {
    return withUnavailable(() => {
      mkdirSync(dirname(file), { recursive: true });
      const connection = new DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
      connection.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      connection.exec(`PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES}`);
      connection.exec(SCHEMA);
      return new SqliteDatabase(connection);
    });
  }

  all(sql: string, ...parameters: SQLInputValue[]) {
    return withUnavailable(() => this.statement(sql).all(...parameters));
  }

  get(sql: string, ...parameters: SQLInputValue[]) {
    return withUnavailable(() => this.statement(sql).get(...parameters));
  }

  run(sql: string, ...parameters: SQLInputValue[]) {
    return withUnavailable(() => this.statement(sql).run(...parameters));
  }

  /** Runs work that writes, all or none of it; durable when it returns. */
  transaction<T>(work: () => T): T {
    this.run('BEGIN IMMEDIATE');
    try {
      const result = work();
      this.run('COMMIT');
      return result;
    } catch (error) {
      if (this.isInTransaction) this.run('ROLLBACK');
      throw error;
    }
  }

  /** A part of a transaction that is undone by itself when it throws. */
  savepoint<T>(work: () => T): T {
    this.run('SAVEPOINT part');
    try {
      const result = work();
      this.run('RELEASE part');
      return result;
    } catch (error) {
      if (this.isInTransaction) {
        this.run('ROLLBACK TO part');
        this.run('RELEASE part');
      }
      throw error;
    }
  }

  /** False after SQLite has rolled back by itself, as it does when the disk is full. */
  get isInTransaction(): boolean {
    return this.connection.isOpen && this.connection.isTransaction;
  }

  close(): void {
    if (this.connection.isOpen) this.connection.close();
  }

  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const prepared = this.connection.prepare(sql);
    this.statements.set(sql, prepared);
    return prepared;
  }
}

function withUnavailable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (!isFileFailure(error)) throw error;
    throw new EventStoreUnavailable(`The event store cannot be used: ${error.message}`, { cause: error });
  }
}
