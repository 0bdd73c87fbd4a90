import type { Parameters } from '@outlay/sqlite';
import type { Position } from '../event-store.js';
import { categoryOf } from './schema.js';

export interface Query {
  readonly sql: string;
  readonly parameters: Parameters;
}

/** SQLite reads each prefix in position order and merges them, so that the cost depends only on the rows returned. */
export function selectByPrefixes({
  prefixes,
  after,
  limit,
}: {
  prefixes: readonly string[];
  after: Position | null;
  limit: number;
}): Query {
  const from = after === null ? 0n : BigInt(after);
  const parts = disjoint(prefixes).map((prefix) => selectByPrefix(prefix, from));
  return {
    sql: `${parts.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY position LIMIT ?`,
    parameters: [...parts.flatMap(({ parameters }) => parameters), limit],
  };
}

function selectByPrefix(prefix: string, from: bigint): Query {
  // `substr` instead of a range on `stream` makes SQLite pick the index in position order.
  const sql = 'SELECT * FROM events WHERE position > ? AND substr(stream, 1, length(?)) = ?';
  const parameters = [from, prefix, prefix];
  const category = categoryOf(prefix);
  return category === null
    ? { sql, parameters }
    : { sql: `${sql} AND category = ?`, parameters: [...parameters, category] };
}

/** Drops a prefix that another one covers, since its events would be found twice. */
function disjoint(prefixes: readonly string[]): string[] {
  const unique = [...new Set(prefixes)];
  return unique.filter((prefix) => !unique.some((other) => other !== prefix && prefix.startsWith(other)));
}
