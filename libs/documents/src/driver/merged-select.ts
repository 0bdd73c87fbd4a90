import type { CollectionDefinition } from './catalog.js';
import { columnFor, type SqlFilter } from './filter-to-sql.js';
import type { IndexKey } from './index-key.js';
import type { SortKeys } from './matching.js';

export type Statement = [sql: string, parameters: IndexKey[]];

/** Beyond this, one sort is cheaper than as many index scans. */
const MOST_SCANS = 16;

/**
 * A page of `{ status: { $in: [a, b] } }` in the order of an index on status and then that order: one scan for each listed key,
 * merged by SQLite as they run, so that it reads the page and not every matching row. Undefined when no index fits.
 */
export function mergedSelect(
  definition: CollectionDefinition,
  { list, fixed, exact }: SqlFilter,
  sort: SortKeys,
  columns: string,
): Statement | undefined {
  const [[firstSorted] = []] = sort;
  if (!exact || !list || firstSorted === undefined) return undefined;
  const keys = [...new Set(list.keys)];
  if (keys.length === 0 || keys.length > MOST_SCANS || keys.some((key) => typeof key === 'object')) return undefined;
  if (!hasIndexFor(definition, [...fixed, list.column], list.column, firstSorted)) return undefined;
  const sorted = sort.map(([path]) => columnFor(definition, path)?.column);
  const { where, parameters } = list.rest;
  const scan = `SELECT ${[columns, ...sorted].join(', ')} FROM ${definition.table} WHERE ${list.column} = ?${where === '' ? '' : ` AND ${where}`}`;
  return [keys.map(() => scan).join(' UNION ALL '), keys.flatMap((key) => [key, ...parameters])];
}

/** An index whose leading paths are all fixed for one scan, the listed one among them, and whose next is the order. */
function hasIndexFor(definition: CollectionDefinition, fixed: string[], listed: string, firstSorted: string): boolean {
  return definition.indexes.some(({ key }) => {
    const at = key.findIndex(([path]) => path === firstSorted);
    const leading = key.slice(0, Math.max(at, 0)).map(([path]) => columnFor(definition, path)?.column ?? '');
    return leading.includes(listed) && leading.every((column) => fixed.includes(column));
  });
}
