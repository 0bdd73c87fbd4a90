import { DatabaseSync, type SQLInputValue, type SQLOutputValue, type StatementSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';
import type { ThreadAnswer } from '@outlay/threads';
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
  /** Enough rows; 0 means all. */
  readonly rows: number;
  readonly milliseconds: number;
}

type Row = Record<string, SQLOutputValue>;

const CACHED_STATEMENTS = 200;
const { file, busyTimeoutMs } = workerData as SqliteThreadData;
const connection = new DatabaseSync(file, { readOnly: true, timeout: busyTimeoutMs });
const statements = new Map<string, StatementSync>();

function statement(sql: string): StatementSync {
  const cached = statements.get(sql);
  if (cached) return cached;
  if (statements.size >= CACHED_STATEMENTS) statements.clear();
  const prepared = connection.prepare(sql);
  statements.set(sql, prepared);
  return prepared;
}

function read({ sql, parameters, scan }: ReadRequest): Row[] | null {
  if (!scan) return statement(sql).all(...parameters);
  const until = performance.now() + scan.milliseconds;
  const found: Row[] = [];
  for (const row of statement(sql).iterate(...parameters)) {
    if (row[scan.column] !== null) found.push(row);
    if (scan.rows > 0 && found.length === scan.rows) break;
    if (performance.now() > until) return null;
  }
  return found;
}

const answer = (answer: ThreadAnswer<Row[] | null>) => parentPort?.postMessage(answer);

parentPort?.on('message', (request: ReadRequest) => {
  try {
    answer({ result: read(request) });
  } catch (error) {
    answer({ error: String(error) });
  }
});
