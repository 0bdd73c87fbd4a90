import { notSupported } from '../errors.js';
import type { CollectionDefinition } from './collection-definition.js';
import { columnFor } from './filter-to-sql.js';
import type { SortKeys } from './matching.js';

const DIRECTIONS = new Map<unknown, 1 | -1>([
  [1, 1],
  [-1, -1],
  ['1', 1],
  ['-1', -1],
  ['asc', 1],
  ['desc', -1],
  ['ascending', 1],
  ['descending', -1],
]);

export function sortKeys(sort: unknown): SortKeys {
  if (sort === undefined || sort === null) return [];
  const entries: unknown[] = sort instanceof Map || Array.isArray(sort) ? [...sort] : Object.entries(sort);
  return entries.map((entry) => {
    const [path, order] = Array.isArray(entry) ? entry : [entry, 1];
    const direction = DIRECTIONS.get(order);
    if (direction === undefined) throw notSupported(`the sort order ${JSON.stringify(order)}`);
    return [String(path), direction] as const;
  });
}

export function sortToSql(definition: CollectionDefinition, sort: SortKeys): string | undefined {
  const terms = sort.map(([path, direction]) => {
    const indexed = columnFor(definition, path);
    return indexed && `${indexed.column} ${direction === 1 ? 'ASC' : 'DESC'}`;
  });
  return terms.every((term) => term !== undefined) ? terms.join(', ') : undefined;
}
