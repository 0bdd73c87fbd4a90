import type { ExpenseJson } from '@outlay/contracts';
import type { ListData, ListPage } from './expense-list';

export interface Comparison {
  readonly data: ListData;
  /** Loaded expenses that the page no longer has: they changed, or were deleted. */
  readonly missing: readonly ExpenseJson[];
}

/**
 * Compares a loaded page with the same page fetched again. Known rows stay where they are, in their new state. New ones
 * are inserted, or wait if that would move visible rows.
 */
export function refreshed(
  data: ListData,
  index: number,
  fetched: ListPage,
  version: string,
  mayInsert: boolean,
): Comparison {
  const page = data.pages[index];
  if (!page) return { data, missing: [] };
  const now = new Map(fetched.rows.map((row) => [row.id, row]));
  const place = new Map(page.rows.map(({ id }, row) => [id, row]));
  const loaded = new Set(data.pages.flatMap(({ rows }) => rows.map(({ id }) => id)));
  // Rows behind the last one in common belong to the next page, unless there is none.
  const end = page.next === null ? fetched.rows.length : fetched.rows.findLastIndex(({ id }) => place.has(id)) + 1;
  const added = fetched.rows.slice(0, end).filter(({ id }) => !loaded.has(id));
  // New rows may have moved the last loaded ones to the next page.
  const last = fetched.rows.at(-1);
  const covered = fetched.next === null ? page.rows.length : ((last && place.get(last.id)) ?? page.rows.length);
  const missing = page.rows.slice(0, covered).filter(({ id }) => !now.has(id));

  const rows = [...page.rows];
  if (mayInsert) {
    for (const row of added) {
      const before = fetched.rows[fetched.rows.indexOf(row) - 1];
      rows.splice(rows.findIndex(({ id }) => id === before?.id) + 1, 0, row);
    }
  }
  const changed: ListPage = {
    ...page,
    keptAt: undefined,
    checked: version,
    waiting: mayInsert ? [] : added.map(({ id }) => id),
  };
  const replaced = rows.map((row) => now.get(row.id) ?? row);
  return { data: { ...data, pages: data.pages.with(index, { ...changed, rows: replaced }) }, missing };
}
