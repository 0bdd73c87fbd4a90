import type { SqliteDatabase } from '@outlay/sqlite';
import type { CollectionDefinition } from './collection-definition.js';
import { SubstringIndex } from './substring-index.js';

/** A collection's table is named by its id, so renaming a collection changes one row. */
export class Catalog {
  readonly #collections = new Map<string, CollectionDefinition>();
  #version: number | undefined;

  constructor(
    private readonly file: SqliteDatabase,
    isReadOnly = false,
  ) {
    if (isReadOnly) return;
    file.run(
      'CREATE TABLE IF NOT EXISTS catalog (id INTEGER PRIMARY KEY AUTOINCREMENT, name TEXT NOT NULL UNIQUE, definition TEXT NOT NULL)',
    );
  }

  names(): string[] {
    this.#refresh();
    return [...this.#collections.keys()];
  }

  find(name: string): CollectionDefinition | undefined {
    this.#refresh();
    return this.#collections.get(name);
  }

  ensure(name: string): CollectionDefinition {
    return this.find(name) ?? this.#create(name);
  }

  save(definition: CollectionDefinition): void {
    const { paths, indexes, textsOnce } = definition;
    this.file.run('UPDATE catalog SET definition = ? WHERE id = ?', [
      JSON.stringify({ paths, indexes, textsOnce }),
      definition.id,
    ]);
  }

  /** Reads the definitions again before they are used. */
  forget(): void {
    this.#version = undefined;
  }

  drop(name: string): boolean {
    const definition = this.find(name);
    if (!definition) return false;
    this.file.transaction(() => this.#dropTable(definition));
    this.#collections.delete(name);
    return true;
  }

  rename(from: string, to: string, definition: CollectionDefinition): void {
    const replaced = this.find(to);
    this.file.transaction(() => {
      if (replaced) this.#dropTable(replaced);
      this.file.run('UPDATE catalog SET name = ? WHERE id = ?', [to, definition.id]);
    });
    this.#collections.delete(from);
    this.#collections.set(to, { ...definition });
  }

  /** Another connection may have added an index. */
  #refresh(): void {
    const version = Number(this.file.get('PRAGMA data_version')?.data_version);
    if (version === this.#version) return;
    this.#version = version;
    this.#collections.clear();
    if (!this.#exists()) return;
    for (const row of this.file.all('SELECT id, name, definition FROM catalog')) {
      this.#collections.set(String(row.name), { ...parse(String(row.definition)), ...tableOf(Number(row.id)) });
    }
  }

  /** A missing file that is only read is empty. */
  #exists(): boolean {
    return this.file.get("SELECT 1 FROM sqlite_schema WHERE name = 'catalog'") !== undefined;
  }

  #dropTable(definition: CollectionDefinition): void {
    const { id, table } = definition;
    SubstringIndex.of(this.file, definition)?.drop();
    this.file.run(`DROP TABLE ${table}`);
    this.file.run('DELETE FROM catalog WHERE id = ?', [id]);
  }

  #create(name: string): CollectionDefinition {
    const definition = this.file.transaction(() => {
      const empty = JSON.stringify({ paths: [], indexes: [] });
      const { lastInsertRowid } = this.file.run('INSERT INTO catalog (name, definition) VALUES (?, ?)', [name, empty]);
      const created: CollectionDefinition = { ...tableOf(lastInsertRowid), paths: [], indexes: [] };
      // Columns without a type store keys unchanged; a TEXT column would convert numbers to text.
      this.file.run(`CREATE TABLE ${created.table} (rowid INTEGER PRIMARY KEY, id NOT NULL UNIQUE, doc BLOB NOT NULL)`);
      return created;
    });
    this.#collections.set(name, definition);
    return definition;
  }
}

const tableOf = (id: number): { id: number; table: string } => ({ id, table: `collection_${id}` });

function parse(json: string): Omit<CollectionDefinition, 'id' | 'table'> {
  return JSON.parse(json) as Omit<CollectionDefinition, 'id' | 'table'>;
}
