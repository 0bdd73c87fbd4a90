import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer } from '@outlay/concurrency';
import type { SqliteThreadData } from './thread-data.js';

// The entry of a thread, which Node also loads as TypeScript: it imports packages only.

export interface ReadRequest {
  readonly sql: string;
  readonly parameters: readonly SQLInputValue[];
  readonly scan?: ScanLimits | undefined;
}

export interface ScanLimits {
  /** Rows without a value in this column are skipped. */
  readonly column: string;
  /** The number of rows to stop at; 0 means all. */
  readonly rows: number;
  readonly milliseconds: number;
}

/** Names once instead of in each row: passing them to another thread costs most. */
export interface ReadRows {
  readonly columns: readonly string[];
  readonly values: readonly Values[];
}
type Values = readonly SQLOutputValue[];

interface PreparedRead {
  readonly statement: StatementSync;
  readonly columns: readonly string[];
}

const CACHED_STATEMENTS = 200;
const { file, busyTimeoutMs } = workerData as SqliteThreadData;
const connection = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
const cached = new Map<string, PreparedRead>();

function prepare(sql: string): PreparedRead {
  const known = cached.get(sql);
  if (known) return known;
  if (cached.size >= CACHED_STATEMENTS) cached.clear();
  const statement = connection.prepare(sql);
  statement.setReturnArrays(true);
  const prepared = { statement, columns: statement.columns().map(({ name }) => name) };
  cached.set(sql, prepared);
  return prepared;
}

function read({ sql, parameters, scan }: ReadRequest): ReadRows | null {
  const { statement, columns } = prepare(sql);
  // The types of Node do not know that rows are arrays now.
  if (!scan) return { columns, values: statement.all(...parameters) as unknown as Values[] };
  const until = performance.now() + scan.milliseconds;
  const needed = columns.indexOf(scan.column);
  const values: Values[] = [];
  for (const row of statement.iterate(...parameters) as unknown as Iterable<Values>) {
    if (row[needed] !== null) values.push(row);
    if (scan.rows > 0 && values.length === scan.rows) break;
    if (performance.now() > until) return null;
  }
  return { columns, values };
}

const answer = (answer: ThreadAnswer<ReadRows | null>) => parentPort?.postMessage(answer);

parentPort?.on('message', (request: ReadRequest) => {
  try {
    answer({ result: read(request) });
  } catch (error) {
    answer({ error: String(error) });
  }
});
