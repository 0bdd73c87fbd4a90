import type { CollectionDefinition } from './collection-definition.js';
import { columnFor, type SqlFilter } from './filter-to-sql.js';
import type { IndexKey } from './index-key.js';
import type { SortKeys } from './matching.js';

export type Statement = [sql: string, parameters: IndexKey[]];

/** Above this, one sort is cheaper than the index scans. */
const MAX_SCANS = 16;

/** SQLite merges one scan per key of an `$in`, so that a sorted page does not read every matching row. */
export function mergedSelect(
  definition: CollectionDefinition,
  { list, fixed, exact }: SqlFilter,
  sort: SortKeys,
  columns: string,
  columnParameters: IndexKey[] = [],
): Statement | undefined {
  const [[firstSorted] = []] = sort;
  if (!exact || !list || firstSorted === undefined) return undefined;
  const keys = [...new Set(list.keys)];
  if (keys.length === 0 || keys.length > MAX_SCANS || keys.some((key) => typeof key === 'object')) return undefined;
  if (!hasIndexFor(definition, [...fixed.keys(), list.column], list.column, firstSorted)) return undefined;
  const sorted = sort.map(([path]) => columnFor(definition, path)?.column);
  const { where, parameters } = list.remainder;
  const scan = `SELECT ${[columns, ...sorted].join(', ')} FROM ${definition.table} WHERE ${list.column} = ?${where === '' ? '' : ` AND ${where}`}`;
  return [keys.map(() => scan).join(' UNION ALL '), keys.flatMap((key) => [...columnParameters, key, ...parameters])];
}

/** The columns of an index that has the fixed ones before the sorted one. */
export function indexFor(
  definition: CollectionDefinition,
  { fixed, list }: SqlFilter,
  sort: SortKeys,
): ReadonlySet<string> {
  const sorted = columnFor(definition, sort[0]?.[0] ?? '')?.column ?? '';
  const leading = definition.indexes
    .map(({ key }) => key.map(([path]) => columnFor(definition, path)?.column ?? ''))
    .filter((columns) => columns.includes(sorted))
    .map((columns) => columns.slice(0, columns.indexOf(sorted)))
    .filter((columns) => columns.every((column) => fixed.has(column) || column === list?.column))
    .sort((a, b) => b.length - a.length);
  return new Set([sorted, ...(leading[0] ?? [])]);
}

function hasIndexFor(definition: CollectionDefinition, fixed: string[], listed: string, firstSorted: string): boolean {
  return definition.indexes.some(({ key }) => {
    const at = key.findIndex(([path]) => path === firstSorted);
    const leading = key.slice(0, Math.max(at, 0)).map(([path]) => columnFor(definition, path)?.column ?? '');
    return leading.includes(listed) && leading.every((column) => fixed.includes(column));
  });
}
