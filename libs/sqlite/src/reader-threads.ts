import { Thread } from '@outlay/concurrency';
import { availableParallelism } from 'node:os';
import { extname } from 'node:path';
import type { ReadRequest, ReadRows, ScanLimits } from './reader-thread.js';
import type { Parameters, SqliteDatabase, SqliteRow } from './sqlite-database.js';
import type { SqliteThreadData } from './thread-data.js';

const ENTRY = new URL(`./reader-thread${extname(import.meta.filename)}`, import.meta.url);
const THREADS = Math.min(availableParallelism(), 4);

/** Reads rows; it sees everything that is committed before the call. */
export interface Reader {
  all(sql: string, parameters: Parameters): Promise<SqliteRow[]>;
  /** Null if the time was over before there were enough rows. */
  scan(sql: string, parameters: Parameters, limits: ScanLimits): Promise<SqliteRow[] | null>;
}

/** Reads in the caller's thread. */
export class DirectReader implements Reader {
  constructor(private readonly database: SqliteDatabase) {}

  async all(sql: string, parameters: Parameters): Promise<SqliteRow[]> {
    return this.database.all(sql, parameters);
  }

  async scan(sql: string, parameters: Parameters, limits: ScanLimits): Promise<SqliteRow[] | null> {
    const until = performance.now() + limits.milliseconds;
    const found: SqliteRow[] = [];
    for (const row of this.database.iterate(sql, parameters)) {
      if (row[limits.column] !== null) found.push(row);
      if (limits.rows > 0 && found.length === limits.rows) break;
      if (performance.now() > until) return null;
    }
    return found;
  }
}

/** Reads a file with a write-ahead log in threads, without waiting for writers. Threads start on demand. */
export class ReaderThreads implements Reader {
  private readonly threads: Thread<ReadRequest, ReadRows | null>[];

  constructor(
    file: string,
    busyTimeoutMs: number,
    /** Gives the right error, or the result after all, where a thread fails. */
    private readonly otherwise: Reader,
  ) {
    const data: SqliteThreadData = { file, busyTimeoutMs };
    this.threads = Array.from({ length: THREADS }, () => new Thread(ENTRY, data));
  }

  async all(sql: string, parameters: Parameters): Promise<SqliteRow[]> {
    const rows = await this.read({ sql, parameters });
    return rows ?? this.otherwise.all(sql, parameters);
  }

  async scan(sql: string, parameters: Parameters, limits: ScanLimits): Promise<SqliteRow[] | null> {
    const rows = await this.read({ sql, parameters, scan: limits });
    return rows === undefined ? this.otherwise.scan(sql, parameters, limits) : rows;
  }

  async end(): Promise<void> {
    await Promise.all(this.threads.map((thread) => thread.end()));
  }

  private async read(request: ReadRequest): Promise<SqliteRow[] | null | undefined> {
    const free = this.threads.reduce((best, thread) => (thread.waiting < best.waiting ? thread : best));
    const found = await free.run(request);
    return found && toRows(found);
  }
}

function toRows({ columns, values }: ReadRows): SqliteRow[] {
  return values.map((row) => {
    const named: SqliteRow = {};
    columns.forEach((name, at) => (named[name] = row[at] ?? null));
    return named;
  });
}
