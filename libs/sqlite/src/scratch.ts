import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';

/** Tables for the time of a verification, so that its memory does not grow with the number of events. */
export class Scratch {
  /** SQLite deletes a database without a name when it is closed; what exceeds its cache is in a temporary file. */
  private readonly database = new DatabaseSync('');
  private readonly statements = new Map<string, StatementSync>();

  constructor() {
    this.database.exec('PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; BEGIN');
  }

  create(table: string, columns: string): void {
    this.database.exec(`CREATE TABLE ${table} (${columns})`);
  }

  run(sql: string, ...parameters: SQLInputValue[]): void {
    this.statement(sql).run(...parameters);
  }

  get(sql: string, ...parameters: SQLInputValue[]): Record<string, SQLOutputValue> | undefined {
    return this.statement(sql).get(...parameters);
  }

  /** A statement of its own, so that others can run meanwhile. */
  iterate(sql: string, ...parameters: SQLInputValue[]): Iterable<Record<string, SQLOutputValue>> {
    return this.database.prepare(sql).iterate(...parameters);
  }

  close(): void {
    this.database.close();
  }

  private statement(sql: string): StatementSync {
    const known = this.statements.get(sql);
    if (known) return known;
    const statement = this.database.prepare(sql);
    this.statements.set(sql, statement);
    return statement;
  }
}
