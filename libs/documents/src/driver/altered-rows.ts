import type { SqliteRow } from '@outlay/sqlite';
import type { Connection } from 'mongoose';
import type { CollectionTable } from './collection-table.js';
import { EmbeddedDatabase } from './database.js';

const PAGE = 500;

export interface AlteredRow {
  readonly collection: string;
  readonly id: string;
}

/** Finds documents whose index columns differ from their content; a server keeps its indexes itself. */
export async function* alteredRows({ db }: Connection): AsyncGenerator<AlteredRow> {
  const database: unknown = db;
  if (!(database instanceof EmbeddedDatabase)) return;
  for (const collection of database.catalog.names()) {
    const table = database.table(collection);
    if (table) for (const id of alteredIds(table)) yield { collection, id };
  }
}

function* alteredIds(table: CollectionTable): Generator<string> {
  const sql = `SELECT * FROM ${table.definition.table} WHERE rowid > ? ORDER BY rowid LIMIT ${PAGE}`;
  for (let after = -1; ;) {
    const rows = table.file.all(sql, [after]);
    for (const row of rows) if (!isIndexed(table, row)) yield String(row.id);
    const last = rows.at(-1);
    if (!last) return;
    after = Number(last.rowid);
  }
}

function isIndexed(table: CollectionTable, row: SqliteRow): boolean {
  try {
    return table.isIndexed(row);
  } catch {
    // The document is damaged.
    return false;
  }
}
