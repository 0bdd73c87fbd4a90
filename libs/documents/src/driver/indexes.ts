import { notSupported, serverError } from '../errors.js';
import type { Catalog } from './catalog.js';
import { INCLUDED, SUBSTRINGS, type Direction, type IndexDefinition } from './collection-definition.js';
import type { CollectionTable } from './collection-table.js';
import { isPlainObject, type Doc } from './document.js';
import { SubstringIndex } from './substring-index.js';

/** Options that are applied, or have no effect on SQLite. */
const ALLOWED_OPTIONS = new Set([
  'name',
  'unique',
  'sparse',
  'background',
  'v',
  'comment',
  'writeConcern',
  'w',
  'maxTimeMS',
]);

/** Throws `notSupported` for text, hashed, geo and wildcard indexes, expiry (TTL), partial filters and collations. */
export function createIndex(catalog: Catalog, table: CollectionTable, key: Doc, options: Doc = {}): string {
  const index = toDefinition(key, options);
  const { definition, file } = table;
  if (index.key.every(([path]) => path === '_id')) return '_id_';
  const known = definition.indexes.find(({ name }) => name === index.name);
  if (known) {
    if (JSON.stringify(known) === JSON.stringify(index)) return index.name;
    throw serverError(86, `An existing index has the same name as the requested index: ${index.name}.`);
  }
  const same = definition.indexes.find((existing) => JSON.stringify(existing.key) === JSON.stringify(index.key));
  if (same) throw serverError(85, `Index already exists with a different name: ${same.name}.`);
  const before = structuredClone({ ...definition });
  try {
    file.transaction(() => {
      const hasNewPaths = addPaths(table, index);
      definition.indexes.push(index);
      if (hasNewPaths) fillKeys(table);
      if (isOfSubstrings(index)) createSubstringIndex(table);
      else file.run(createStatement(table, index));
      catalog.save(definition);
    });
  } catch (error) {
    const refusal = table.asDuplicateKey(error, {}) ?? error;
    definition.paths.splice(0, Infinity, ...before.paths);
    definition.indexes.splice(0, Infinity, ...before.indexes);
    definition.textsOnce = before.textsOnce;
    throw refusal;
  }
  return index.name;
}

export function dropIndex(catalog: Catalog, table: CollectionTable, name: string): void {
  const { definition, file } = table;
  const dropped = definition.indexes.filter((index) => index.name === name);
  if (dropped.length === 0) throw serverError(27, `index not found with name [${name}]`);
  file.transaction(() => {
    for (const index of dropped) {
      if (isOfSubstrings(index)) SubstringIndex.of(file, definition)?.drop();
      else file.run(`DROP INDEX ${sqlName(table, index)}`);
      definition.indexes.splice(definition.indexes.indexOf(index), 1);
    }
    catalog.save(definition);
  });
}

export function describeIndexes(table: CollectionTable): Doc[] {
  const described = table.definition.indexes.map(({ name, key, unique, sparse }) => ({
    v: 2,
    key: Object.fromEntries(key),
    name,
    ...(unique ? { unique } : {}),
    ...(sparse ? { sparse } : {}),
  }));
  return [{ v: 2, key: { _id: 1 }, name: '_id_' }, ...described];
}

function toDefinition(key: Doc, options: Doc): IndexDefinition {
  const fields = Object.entries(key).map(([path, direction]) => {
    if (!isDirection(direction)) throw notSupported(`the index type ${JSON.stringify(direction)}`);
    return [path, direction] as const;
  });
  if (fields.length === 0) throw serverError(67, 'An index needs at least one field.');
  const set = Object.entries(options).filter(([, value]) => value !== undefined && value !== null && value !== false);
  for (const [option, value] of set) {
    const empty = isPlainObject(value) && Object.keys(value).length === 0;
    if (!ALLOWED_OPTIONS.has(option) && !empty) throw notSupported(`the index option ${option}`);
  }
  const sparse = options.sparse === true;
  if (sparse && fields.length > 1) throw notSupported('sparse compound indexes');
  const name =
    typeof options.name === 'string' ? options.name : fields.map(([path, way]) => `${path}_${way}`).join('_');
  return { name, key: fields, unique: options.unique === true, sparse };
}

function addPaths({ definition, file }: CollectionTable, index: IndexDefinition): boolean {
  const before = definition.paths.length;
  for (const [path] of index.key) {
    const known = definition.paths.find((indexed) => indexed.path === path);
    if (known && known.sparse !== index.sparse) throw notSupported(`sparse and other indexes on one path (${path})`);
    if (known || path === '_id') continue;
    const column = `k${definition.paths.length + 1}`;
    file.run(`ALTER TABLE ${definition.table} ADD COLUMN ${column}`);
    definition.paths.push({ path, column, sparse: index.sparse, scalar: true });
  }
  return definition.paths.length > before;
}

function fillKeys(table: CollectionTable): void {
  const { definition, file } = table;
  const assignments = definition.paths.map(({ column }) => `${column} = ?`).join(', ');
  const rowids = file.all(`SELECT rowid FROM ${definition.table}`).map((row) => Number(row.rowid));
  for (const rowid of rowids) {
    const row = file.get(`SELECT ${table.columns()} FROM ${definition.table} WHERE rowid = ?`, [rowid]);
    if (!row) continue;
    const keys = table.keysOf(table.documentOf(row));
    file.run(`UPDATE ${definition.table} SET ${assignments} WHERE rowid = ?`, [...keys, rowid]);
  }
}

const isDirection = (value: unknown): value is Direction =>
  value === 1 || value === -1 || value === SUBSTRINGS || value === INCLUDED;

const isOfSubstrings = ({ key }: IndexDefinition): boolean => key.some(([, direction]) => direction === SUBSTRINGS);

function createSubstringIndex({ definition, file }: CollectionTable): void {
  if (definition.indexes.filter(isOfSubstrings).length > 1) throw notSupported('two substring indexes of a collection');
  SubstringIndex.of(file, definition)?.create();
  definition.textsOnce = true;
}

function createStatement(table: CollectionTable, index: IndexDefinition): string {
  const { definition } = table;
  const columns = index.key.map(([path, direction]) => {
    const column = definition.paths.find((indexed) => indexed.path === path)?.column ?? 'id';
    return `${column} ${direction === 1 ? 'ASC' : 'DESC'}`;
  });
  const kind = index.unique ? 'UNIQUE INDEX' : 'INDEX';
  return `CREATE ${kind} ${sqlName(table, index)} ON ${definition.table} (${columns.join(', ')})`;
}

const sqlName = ({ definition }: CollectionTable, { name }: IndexDefinition): string =>
  `"${definition.table}:${name.replaceAll('"', '""')}"`;
