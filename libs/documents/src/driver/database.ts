import { DirectReader, GroupCommit, type ReaderThreads, type SqliteDatabase } from '@outlay/sqlite';
import type { Readers } from './selection.js';
import { basename } from 'node:path';
import { notSupported } from '../errors.js';
import { Catalog } from './catalog.js';
import type { CollectionDefinition } from './collection-definition.js';
import { EmbeddedCollection } from './collection.js';
import { CollectionTable } from './collection-table.js';
import { ComputedCursor } from './cursor.js';
import type { Doc } from './document.js';
import { openFile, readerThreads, type FileOptions } from './open-file.js';

export class EmbeddedDatabase {
  readonly databaseName: string;
  readonly catalog: Catalog;
  readonly readers: Readers;
  readonly #file: SqliteDatabase;
  readonly #threads: ReaderThreads | undefined;
  readonly #commits: GroupCommit;
  /** The tables that the open transaction writes. */
  readonly #written = new Set<CollectionTable>();
  readonly #collections = new Map<string, EmbeddedCollection>();
  readonly #tables = new WeakMap<CollectionDefinition, CollectionTable>();

  constructor(path: string, options: FileOptions) {
    this.databaseName = basename(path, '.sqlite');
    this.#file = openFile(path, options);
    this.#commits = new GroupCommit(this.#file, () => this.#indexWritten());
    this.catalog = new Catalog(this.#file, options.readOnly !== undefined);
    const direct = new DirectReader(this.#file);
    this.#threads = readerThreads(path, options, direct);
    this.readers = { direct, threads: this.#threads ?? direct };
  }

  collection(name: string): EmbeddedCollection {
    const known = this.#collections.get(name);
    if (known) return known;
    const collection = new EmbeddedCollection(this, name);
    this.#collections.set(name, collection);
    return collection;
  }

  table(name: string): CollectionTable | undefined {
    const definition = this.catalog.find(name);
    return definition && this.#tableOf(name, definition);
  }

  ensureTable(name: string): CollectionTable {
    return this.#tableOf(name, this.catalog.ensure(name));
  }

  /** Runs work that writes, all or none of it; resolves after the commit that it shares with others of its turn. */
  async write<T>(name: string, work: (table: CollectionTable) => T): Promise<T> {
    try {
      return await this.#commits.run(() => {
        const table = this.ensureTable(name);
        this.#written.add(table);
        return work(table);
      });
    } catch (error) {
      // The transaction that was undone may have made the collection.
      this.#written.clear();
      this.catalog.forget();
      throw error;
    }
  }

  async createCollection(name: string, options: Doc = {}): Promise<EmbeddedCollection> {
    for (const option of ['capped', 'timeseries', 'viewOn', 'collation', 'validator']) {
      if (options[option]) throw notSupported(`the collection option ${option}`);
    }
    this.ensureTable(name);
    return this.collection(name);
  }

  async dropCollection(name: string): Promise<boolean> {
    return this.catalog.drop(name);
  }

  async dropDatabase(): Promise<boolean> {
    this.catalog.names().forEach((name) => this.catalog.drop(name));
    return true;
  }

  listCollections(): ComputedCursor {
    return new ComputedCursor(() => this.catalog.names().map((name) => ({ name, type: 'collection' })));
  }

  async command(command: Doc): Promise<Doc> {
    if (!command.ping) throw notSupported(`the command ${Object.keys(command)[0] ?? ''}`);
    this.#file.transaction(() => this.#file.run('UPDATE catalog SET name = name WHERE id = -1'));
    return { ok: 1 };
  }

  async close(): Promise<void> {
    await this.#threads?.end();
    this.#commits.flush();
    this.#file.close();
  }

  aggregate(): never {
    throw notSupported('aggregations over the whole database');
  }

  watch(): never {
    throw notSupported('change streams');
  }

  admin(): never {
    throw notSupported('administration commands');
  }

  /** The substring indexes take the rows of a transaction together. */
  #indexWritten(): void {
    const tables = [...this.#written];
    this.#written.clear();
    for (const table of tables) table.substrings()?.addWaiting();
  }

  #tableOf(name: string, definition: CollectionDefinition): CollectionTable {
    const known = this.#tables.get(definition);
    if (known) return known;
    const table = new CollectionTable(this.#file, this.catalog, `${this.databaseName}.${name}`, definition);
    this.#tables.set(definition, table);
    return table;
  }
}
