import { isConstraintViolation, type SqliteDatabase, type SqliteRow } from '@outlay/sqlite';
import { Buffer } from 'node:buffer';
import mongoose from 'mongoose';
import { duplicateKeyError, notSupported, serverError } from '../errors.js';
import type { Catalog } from './catalog.js';
import type { CollectionDefinition, IndexedPath } from './collection-definition.js';
import { decode, encode, type Doc } from './document.js';
import { indexKey, NULL_KEY, valueAt, type IndexKey } from './index-key.js';
import { picked } from './matching.js';
import { SubstringIndex } from './substring-index.js';

export interface Row {
  readonly rowid: number;
  readonly id: unknown;
  readonly stored: SqliteRow;
  readonly document: Doc;
}

/** Writes run in the transaction of their group (`EmbeddedDatabase.write`). */
export class CollectionTable {
  constructor(
    readonly file: SqliteDatabase,
    private readonly catalog: Catalog,
    readonly namespace: string,
    readonly definition: CollectionDefinition,
  ) {}

  insert(document: Doc): unknown {
    const whole = '_id' in document ? document : { _id: new mongoose.mongo.ObjectId(), ...document };
    const stored = isFlat(whole) ? whole : decode(encode(whole));
    const columns = this.definition.paths.map(({ column }) => `, ${column}`).join('');
    const places = ', ?'.repeat(this.definition.paths.length);
    const sql = `INSERT INTO ${this.definition.table} (id, doc${columns}) VALUES (?, ?${places})`;
    const values = [this.#idKey(stored), this.#bytesOf(stored), ...this.keysOf(stored)];
    this.#mappingDuplicates(stored, () => {
      const { lastInsertRowid } = this.file.run(sql, values);
      this.substrings()?.add(lastInsertRowid);
    });
    return stored._id;
  }

  replace(row: Row, document: Doc): boolean {
    const stored = isFlat(document) ? document : decode(encode(document));
    const bytes = this.#bytesOf(stored);
    if (!sameKey(this.#idKey(stored), this.#idKey({ _id: row.id }))) {
      throw serverError(66, 'Performing an update on the path "_id" would modify the immutable field "_id".');
    }
    const changed = this.#changedKeys(row, stored);
    if (changed.length === 0 && Buffer.compare(bytes, bytesOf(row.stored)) === 0) return false;
    const columns = ['doc', ...changed.map(({ column }) => column)];
    const sql = `UPDATE ${this.definition.table} SET ${columns.map((column) => `${column} = ?`).join(', ')} WHERE rowid = ?`;
    const values = [bytes, ...changed.map(({ key }) => key), row.rowid];
    this.#mappingDuplicates(stored, () => this.file.run(sql, values));
    const index = this.substrings();
    if (index && changed.some(({ column }) => index.isOf(column))) index.add(row.rowid);
    return true;
  }

  /** The columns that `rowOf` reads. The document itself is left out if columns hold all paths as texts. */
  columns(paths?: ReadonlySet<string>): string {
    const { textsOnce, paths: indexed } = this.definition;
    if (!textsOnce) return 'rowid, doc';
    const read = ['id', ...indexed.filter(({ path }) => paths?.has(path) ?? true).map(({ column }) => column)];
    const isEnough = paths !== undefined && read.length === paths.size;
    const texts = read.map((column) => `typeof(${column}) = 'text'`).join(' AND ');
    return ['rowid', isEnough ? `CASE WHEN ${texts} THEN NULL ELSE doc END AS doc` : 'doc', ...read].join(', ');
  }

  rowOf(stored: SqliteRow): Row {
    const document = this.documentOf(stored);
    return { rowid: Number(stored.rowid), id: document._id, stored, document };
  }

  /** Rows that were read with `columns(paths)`. */
  documentsOf(rows: readonly SqliteRow[], paths: ReadonlySet<string> | undefined): Doc[] {
    const texts = this.definition.paths.filter(({ path }) => paths?.has(path));
    return rows.map((stored) => {
      if (stored.doc !== null) return picked(this.documentOf(stored), paths);
      const document: Doc = { _id: stored.id };
      for (const { path, column } of texts) document[path] = stored[column];
      return document;
    });
  }

  documentOf(stored: SqliteRow): Doc {
    const document = stored.doc === null ? {} : decode(bytesOf(stored));
    if (!this.definition.textsOnce) return document;
    const whole: Doc = '_id' in document ? document : { _id: stored.id, ...document };
    for (const { path, column } of this.definition.paths) {
      const value = stored[column];
      if (typeof value === 'string' && !path.includes('.')) whole[path] = value;
    }
    return whole;
  }

  #bytesOf(document: Doc): Uint8Array {
    if (!this.definition.textsOnce) return encode(document);
    const rest: Doc = {};
    for (const [name, value] of Object.entries(document)) {
      // SQLite's texts end at a zero.
      const isInColumn = typeof value === 'string' && !value.includes('\0') && this.#hasColumn(name);
      if (!isInColumn) rest[name] = value;
    }
    return encode(rest);
  }

  #hasColumn(name: string): boolean {
    return name === '_id' || this.definition.paths.some(({ path }) => path === name);
  }

  remove(rowid: number): void {
    this.file.run(`DELETE FROM ${this.definition.table} WHERE rowid = ?`, [rowid]);
  }

  substrings(): SubstringIndex | undefined {
    return SubstringIndex.of(this.file, this.definition);
  }

  /** Whether the columns hold what queries find the document by. */
  isIndexed(stored: SqliteRow): boolean {
    const document = this.documentOf(stored);
    const keys = this.keysOf(document);
    const columns = this.definition.paths.map(({ column }) => stored[column] as IndexKey | null);
    return (
      sameKey(this.#idKey(document), stored.id as IndexKey) &&
      columns.every((column, at) => sameKey(column, keys[at] ?? null))
    );
  }

  keysOf(document: Doc): (IndexKey | null)[] {
    return this.definition.paths.map((indexed) => this.#keyAt(indexed, document));
  }

  /** Writes only changed keys, because SQLite rewrites the index entries of every column in an UPDATE. */
  #changedKeys(row: Row, stored: Doc): { column: string; key: IndexKey | null }[] {
    const before = this.keysOf(this.documentOf(row.stored));
    return this.keysOf(stored)
      .map((key, at) => ({ column: this.definition.paths[at]?.column ?? '', key, before: before[at] ?? null }))
      .filter(({ key, before }) => !sameKey(key, before));
  }

  #keyAt(indexed: IndexedPath, document: Doc): IndexKey | null {
    const { value, array } = valueAt(document, indexed.path);
    if (value === undefined && !array && indexed.sparse) return null;
    const key = array ? undefined : indexKey(value);
    if (key !== undefined) return key;
    this.#disableIndexedPath(indexed);
    return null;
  }

  /** After the first array or object, queries on a path test each document: still correct, but slow. */
  #disableIndexedPath(indexed: IndexedPath): void {
    const unique = this.definition.indexes.find(
      ({ unique, key }) => unique && key.some(([path]) => path === indexed.path),
    );
    if (unique) throw notSupported(`arrays and objects under the unique index ${unique.name}`);
    if (!indexed.scalar) return;
    indexed.scalar = false;
    this.catalog.save(this.definition);
  }

  #idKey(document: Doc): IndexKey {
    const key = indexKey(document._id);
    if (key === undefined || key === NULL_KEY)
      throw notSupported('an _id that is neither text, number, date nor ObjectId');
    return key;
  }

  #mappingDuplicates(document: Doc, write: () => unknown): void {
    try {
      write();
    } catch (error) {
      throw this.asDuplicateKey(error, document) ?? error;
    }
  }

  asDuplicateKey(error: unknown, document: Doc): Error | undefined {
    const columns = uniqueColumnsIn(error);
    if (!columns) return undefined;
    const paths = columns.map((column) => this.#pathOf(column));
    const index = this.definition.indexes.find(
      ({ unique, key }) => unique && key.length === paths.length && key.every(([path], at) => path === paths[at]),
    );
    const key = index?.key ?? paths.map((path) => [path, 1] as const);
    const keyValue = Object.fromEntries(key.map(([path]) => [path, valueAt(document, path).value ?? null]));
    return duplicateKeyError(this.namespace, index?.name ?? '_id_', Object.fromEntries(key), keyValue);
  }

  #pathOf(column: string): string {
    return this.definition.paths.find((indexed) => indexed.column === column)?.path ?? '_id';
  }
}

/** Whether the document can be stored without asking how BSON changes it. */
const isFlat = (document: Doc): boolean =>
  Object.values(document).every((value) => value === null || typeof value === 'string' || Number.isSafeInteger(value));

function bytesOf({ doc }: SqliteRow): Uint8Array {
  if (!(doc instanceof Uint8Array)) throw new TypeError('A stored document is not a blob.');
  return doc;
}

/** The columns in SQLite's message "UNIQUE constraint failed: collection_1.k1, collection_1.k2". */
function uniqueColumnsIn(error: unknown): string[] | undefined {
  if (!isConstraintViolation(error)) return undefined;
  const [, list] = /^UNIQUE constraint failed: (.+)$/.exec(error.message) ?? [];
  return list?.split(', ').map((qualified) => qualified.slice(qualified.indexOf('.') + 1));
}

function sameKey(left: IndexKey | null, right: IndexKey | null): boolean {
  if (left instanceof Uint8Array && right instanceof Uint8Array) return Buffer.compare(left, right) === 0;
  return left === right;
}
