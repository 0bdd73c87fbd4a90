import type { ExpenseJson, ListedState } from '@outlay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { apiPage } from '#lib/api';
import { changeLists, hideDeleted } from './change-lists';
import {
  type expenseList,
  fetchExpenses,
  fetchPage,
  IDS,
  LIVE_LIST,
  matches,
  ROWS,
  type ListData,
  type ListFilter,
  type ListPage,
  type ListScope,
} from './expense-list';
import { refreshed } from './refreshed-page';

type ListKey = ReturnType<typeof expenseList>['queryKey'];

/** Compares one loaded page with the server's, once for each version. */
export async function refreshPage(
  client: QueryClient,
  scope: ListScope,
  queryKey: ListKey,
  index: number,
  version: string,
): Promise<void> {
  const filter = queryKey.at(-1) as ListFilter;
  const cursor = client.getQueryData<ListData>(queryKey)?.pageParams[index] ?? null;
  // The query cache makes one request of several at the same time.
  const fetched = await client
    .fetchQuery({
      queryKey: [...scope.key, 'again', filter, cursor, version],
      queryFn: ({ signal }) => pageNow(client, scope, queryKey, cursor, signal),
      gcTime: 0,
    })
    .catch(() => null);
  const data = client.getQueryData<ListData>(queryKey);
  if (!fetched || !data || data.pageParams[index] !== cursor || data.pages[index]?.checked === version) return;
  await client.cancelQueries({ queryKey });
  const { data: compared, missing } = refreshed(
    data,
    index,
    fetched,
    version,
    nothingMoves() || filter.sort === 'oldest',
  );
  client.setQueryData(queryKey, compared);
  const unknown = missing.filter(({ status }) => !filter.status || status === filter.status);
  if (unknown.length > 0) await replaceMissing(client, scope, unknown);
}

/** The page as it is now: the loaded rows that are unchanged are not fetched, unless too many others are. */
async function pageNow(
  client: QueryClient,
  scope: ListScope,
  queryKey: ListKey,
  cursor: string | null,
  signal: AbortSignal,
): Promise<ListPage> {
  const filter = queryKey.at(-1) as ListFilter;
  const whole = () => fetchPage(client, scope, filter, cursor, signal);
  if (!scope.states) return whole();
  const query = { ...filter, limit: String(ROWS), ...(cursor !== null && { cursor }) };
  const { rows: states, ...page } = await apiPage(scope.states, { query, signal });
  const loaded = client.getQueryData<ListData>(queryKey)?.pages.flatMap(({ rows }) => rows) ?? [];
  const known = new Map(loaded.map((row) => [row.expense_id, row]));
  const changed = states.filter((state) => !isAs(state, known.get(state.expense_id))).map((state) => state.expense_id);
  if (changed.length > IDS) return whole();
  if (changed.length > 0) {
    const { rows } = await fetchPage(client, scope, { ...filter, id: changed.join() }, null, signal);
    for (const id of changed) known.delete(id);
    for (const row of rows) known.set(row.expense_id, row);
  }
  const rows = states.flatMap((state) => known.get(state.expense_id) ?? []);
  return { ...page, rows: rows.filter((row) => matches(row, filter)) };
}

/** One's own change may be newer than the reply. */
function isAs(state: ListedState, row: ExpenseJson | undefined): boolean {
  if (!row || row.revision !== state.revision) return row !== undefined && row.revision > state.revision;
  return row.user_name === state.user_name && row.duplicate_count === state.duplicate_count;
}

/** Whether new rows above may be inserted: not under the pointer, nor behind a dialog. */
function nothingMoves(): boolean {
  return window.scrollY === 0 && !document.querySelector(`[${LIVE_LIST}]:hover, [data-popup]`);
}

/** Somebody's decision may take an expense out of the filter: it stays where it is until the list is fetched again. */
async function replaceMissing(client: QueryClient, scope: ListScope, missing: readonly ExpenseJson[]) {
  const found = await fetchExpenses(
    scope,
    missing.map(({ id }) => id),
  ).catch(() => null);
  if (!found) return;
  const byId = new Map(found.map((expense) => [expense.id, expense]));
  for (const { id } of missing) if (!byId.has(id)) await hideDeleted(client, scope, id);
  await changeLists(client, scope, (row) => byId.get(row.id) ?? row);
}
