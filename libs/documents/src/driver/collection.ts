import type { SqliteRow } from '@outlay/sqlite';
import mongoose from 'mongoose';
import { notSupported, serverError } from '../errors.js';
import { accepted, bulkWrite } from './bulk.js';
import type { Catalog } from './catalog.js';
import type { CollectionTable } from './collection-table.js';
import { ComputedCursor, EmbeddedCursor } from './cursor.js';
import type { Doc } from './document.js';
import { createIndex, describeIndexes, dropIndex } from './indexes.js';
import { project, projectedPaths } from './matching.js';
import { checkedFilter, checkOptions, page, type OperationOptions } from './options.js';
import { Selection, type Page, type Readers } from './selection.js';
import {
  changeMany,
  changeOne,
  operatorChange,
  removeMany,
  removeOne,
  replacement,
  updateResult,
  type Change,
  type UpdateResult,
} from './writes.js';

interface OwnerDatabase {
  readonly databaseName: string;
  readonly catalog: Catalog;
  readonly readers: Readers;
  collection(name: string): EmbeddedCollection;
  table(name: string): CollectionTable | undefined;
  ensureTable(name: string): CollectionTable;
  write<T>(name: string, work: (table: CollectionTable) => T): Promise<T>;
}

/** The driver's methods that mongoose calls. Transactions, aggregations, `$text` and the like throw `notSupported`. */
export class EmbeddedCollection {
  constructor(
    private readonly database: OwnerDatabase,
    readonly collectionName: string,
  ) {}

  async insertOne(document: Doc, options: OperationOptions = {}): Promise<Doc> {
    return { acknowledged: true, insertedId: await this.#write(options, (table) => table.insert(document)) };
  }

  async insertMany(documents: Doc[], options: OperationOptions = {}): Promise<Doc> {
    const inserts = documents.map((document) => ({ insertOne: { document } }));
    const { insertedCount, insertedIds } = await this.bulkWrite(inserts, options);
    return { acknowledged: true, insertedCount, insertedIds };
  }

  async bulkWrite(operations: Doc[], options: OperationOptions = {}): Promise<Doc> {
    const result = await this.#write(options, (table) => bulkWrite(table, operations, options));
    return { acknowledged: true, ...accepted(result) };
  }

  find(filter: unknown, options: OperationOptions = {}): EmbeddedCursor {
    checkOptions(options);
    const wanted = checkedFilter(filter);
    const { projection } = options;
    const paths = projection ? projectedPaths(projection) : undefined;
    return new EmbeddedCursor(
      () => this.#select(wanted, { ...page(options), paths }),
      this.database.readers,
      projection ?? undefined,
      paths,
    );
  }

  async findOne(filter: unknown, options: OperationOptions = {}): Promise<Doc | null> {
    const [document] = await this.find(filter, { ...options, limit: 1 }).toArray();
    return document ?? null;
  }

  async countDocuments(filter: unknown, options: OperationOptions = {}): Promise<number> {
    checkOptions(options);
    return this.#select(checkedFilter(filter), page(options))?.count() ?? 0;
  }

  /** Not of MongoDB's driver (`sumsIn`). */
  sums(filter: unknown, by: readonly string[], of: string): AsyncGenerator<SqliteRow[]> | undefined {
    return this.#select(checkedFilter(filter), page({}))?.sums(this.database.readers.threads, by, of);
  }

  async updateOne(filter: unknown, update: Doc, options: OperationOptions = {}): Promise<UpdateResult> {
    const wanted = checkedFilter(filter);
    const change = operatorChange(wanted, update);
    return updateResult(await this.#write(options, (table) => changeOne(table, wanted, change, options)));
  }

  async updateMany(filter: unknown, update: Doc, options: OperationOptions = {}): Promise<UpdateResult> {
    const wanted = checkedFilter(filter);
    const change = operatorChange(wanted, update);
    return this.#write(options, (table) => changeMany(table, wanted, change, options));
  }

  async replaceOne(filter: unknown, document: Doc, options: OperationOptions = {}): Promise<UpdateResult> {
    const wanted = checkedFilter(filter);
    const change = replacement(wanted, document);
    return updateResult(await this.#write(options, (table) => changeOne(table, wanted, change, options)));
  }

  async findOneAndUpdate(filter: unknown, update: Doc, options: OperationOptions = {}): Promise<Doc | null> {
    const wanted = checkedFilter(filter);
    return this.#findOneAndChange(wanted, operatorChange(wanted, update), options);
  }

  async deleteOne(filter: unknown, options: OperationOptions = {}): Promise<Doc> {
    const wanted = checkedFilter(filter);
    const removed = await this.#write(options, (table) => removeOne(table, wanted, options));
    return { acknowledged: true, deletedCount: removed ? 1 : 0 };
  }

  async deleteMany(filter: unknown, options: OperationOptions = {}): Promise<Doc> {
    const wanted = checkedFilter(filter);
    return { acknowledged: true, deletedCount: await this.#write(options, (table) => removeMany(table, wanted)) };
  }

  async createIndex(key: Doc, options: Doc = {}): Promise<string> {
    return createIndex(this.database.catalog, this.database.ensureTable(this.collectionName), key, options);
  }

  async dropIndex(name: string): Promise<Doc> {
    dropIndex(this.database.catalog, this.#existing(), name);
    return { ok: 1 };
  }

  listIndexes(): ComputedCursor {
    return new ComputedCursor(() => describeIndexes(this.#existing()));
  }

  async drop(): Promise<boolean> {
    return this.database.catalog.drop(this.collectionName);
  }

  async rename(name: string, options: { dropTarget?: boolean } = {}): Promise<EmbeddedCollection> {
    const { definition } = this.#existing();
    if (name !== this.collectionName) {
      if (this.database.catalog.find(name) && !options.dropTarget) throw serverError(48, 'target namespace exists');
      this.database.catalog.rename(this.collectionName, name, definition);
    }
    return this.database.collection(name);
  }

  async #findOneAndChange(filter: Doc, change: Change, options: OperationOptions): Promise<Doc | null> {
    const write = await this.#write(options, (table) => changeOne(table, filter, change, options));
    const document = options.returnDocument === 'after' ? write.after : write.before;
    const [value = null] = document ? project([document], options.projection ?? undefined) : [];
    if (!options.includeResultMetadata) return value;
    const upserted = write.upsertedId === undefined ? {} : { upserted: write.upsertedId };
    const n = write.row || write.upsertedId !== undefined ? 1 : 0;
    return { value, lastErrorObject: { n, updatedExisting: write.row !== undefined, ...upserted }, ok: 1 };
  }

  #select(filter: Doc, wanted: Page): Selection | undefined {
    const table = this.database.table(this.collectionName);
    return table && new Selection(table, filter, wanted);
  }

  async #write<T>(options: OperationOptions, work: (table: CollectionTable) => T): Promise<T> {
    checkOptions(options);
    return this.database.write(this.collectionName, work);
  }

  #existing(): CollectionTable {
    const table = this.database.table(this.collectionName);
    if (!table) throw serverError(26, `ns does not exist: ${this.database.databaseName}.${this.collectionName}`);
    return table;
  }
}

// All other methods of the driver's collections throw `notSupported`.
for (const name of Object.getOwnPropertyNames(mongoose.mongo.Collection.prototype)) {
  if (name in EmbeddedCollection.prototype) continue;
  const isGetter = Object.getOwnPropertyDescriptor(mongoose.mongo.Collection.prototype, name)?.get !== undefined;
  if (isGetter) continue;
  Object.defineProperty(EmbeddedCollection.prototype, name, {
    value: () => {
      throw notSupported(`collection.${name}()`);
    },
  });
}
