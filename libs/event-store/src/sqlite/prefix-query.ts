import type { SQLInputValue } from 'node:sqlite';
import type { Position } from '../event-store.js';
import { categoryOf } from './schema.js';

/**
 * The query for the events of streams with one of the prefixes after a position. Each prefix is read in the order of
 * positions by an index of its own, and SQLite merges them, so that the cost is that of the rows returned.
 */
export function selectByPrefixes({
  prefixes,
  after,
  limit,
}: {
  prefixes: readonly string[];
  after: Position | null;
  limit: number;
}): { sql: string; parameters: SQLInputValue[] } {
  const from = after === null ? 0n : BigInt(after);
  const parts = disjoint(prefixes).map((prefix) => selectByPrefix(prefix, from));
  return {
    sql: `${parts.map(({ sql }) => sql).join(' UNION ALL ')} ORDER BY position LIMIT ?`,
    parameters: [...parts.flatMap(({ parameters }) => parameters), limit],
  };
}

function selectByPrefix(prefix: string, from: bigint): { sql: string; parameters: SQLInputValue[] } {
  // `substr` rather than a range: no index serves it, so the one in the order of positions is taken.
  const sql = 'SELECT * FROM events WHERE position > ? AND substr(stream, 1, length(?)) = ?';
  const parameters = [from, prefix, prefix];
  const category = categoryOf(prefix);
  return category === null
    ? { sql, parameters }
    : { sql: `${sql} AND category = ?`, parameters: [...parameters, category] };
}

/** Without the prefixes another one covers, lest an event be found twice. */
function disjoint(prefixes: readonly string[]): string[] {
  const unique = [...new Set(prefixes)];
  return unique.filter((prefix) => !unique.some((other) => other !== prefix && prefix.startsWith(other)));
}
