import { notSupported, serverError } from '../errors.js';
import type { CollectionTable, Row } from './collection-table.js';
import { asSent, type Doc } from './document.js';
import { page, type OperationOptions } from './options.js';
import { Selection } from './selection.js';
import { updated, upserted } from './update.js';

export interface UpdateResult {
  readonly acknowledged: true;
  readonly matchedCount: number;
  readonly modifiedCount: number;
  readonly upsertedCount: number;
  readonly upsertedId: unknown;
}

/** `row` is the state before the write. */
export interface SingleWrite {
  readonly row?: Row;
  readonly before: Doc | null;
  readonly after: Doc | null;
  readonly modified: boolean;
  readonly upsertedId?: unknown;
}

export interface Change {
  next(document: Doc): Doc;
  initial(): Doc;
}

export function operatorChange(filter: Doc, update: Doc): Change {
  if (Array.isArray(update)) throw notSupported('pipelines as updates');
  const sent = asSent(update);
  return { next: (document) => updated(document, sent), initial: () => upserted(asSent(filter), sent) };
}

export function replacement(filter: Doc, document: Doc): Change {
  if (Object.keys(document).some((key) => key.startsWith('$'))) {
    throw serverError(9, 'A replacement holds no update operators.');
  }
  return {
    next: ({ _id }) => ({ _id, ...document }),
    initial: () => {
      const { _id } = upserted(asSent(filter), {});
      return _id === undefined ? document : { _id, ...document };
    },
  };
}

export function changeOne(table: CollectionTable, filter: Doc, change: Change, options: OperationOptions): SingleWrite {
  const row = new Selection(table, filter, { ...page(options), skip: 0, limit: 1 }).first();
  if (row) {
    const before = table.documentOf(row.stored);
    const after = change.next(row.document);
    return { row, before, after, modified: table.replace(row, after) };
  }
  if (!options.upsert) return { before: null, after: null, modified: false };
  const inserted = change.initial();
  const upsertedId = table.insert(inserted);
  return { before: null, after: { _id: upsertedId, ...inserted }, modified: false, upsertedId };
}

export function changeMany(
  table: CollectionTable,
  filter: Doc,
  change: Change,
  options: OperationOptions,
): UpdateResult {
  const rows = [...new Selection(table, filter).rows()];
  if (rows.length === 0) return updateResult(changeOne(table, filter, change, options));
  const modified = rows.filter((row) => table.replace(row, change.next(row.document)));
  return {
    ...updateResult({ before: null, after: null, modified: false }),
    matchedCount: rows.length,
    modifiedCount: modified.length,
  };
}

export function updateResult({ row, modified, upsertedId }: SingleWrite): UpdateResult {
  return {
    acknowledged: true,
    matchedCount: row ? 1 : 0,
    modifiedCount: modified ? 1 : 0,
    upsertedCount: upsertedId === undefined ? 0 : 1,
    upsertedId: upsertedId ?? null,
  };
}

export function removeOne(table: CollectionTable, filter: Doc, options: OperationOptions): Doc | null {
  const row = new Selection(table, filter, { ...page(options), skip: 0, limit: 1 }).first();
  if (row) table.remove(row.rowid);
  return row?.document ?? null;
}

export function removeMany(table: CollectionTable, filter: Doc): number {
  const rowids = new Selection(table, filter).rowids();
  rowids.forEach((rowid) => table.remove(rowid));
  return rowids.length;
}
