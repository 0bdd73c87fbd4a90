import type { ExpenseJson } from '@outlay/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { changeLists, hideDeleted } from './change-lists';
import {
  type expenseList,
  fetchExpenses,
  fetchPage,
  LIVE_LIST,
  type ListData,
  type ListFilter,
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
      queryFn: ({ signal }) => fetchPage(client, scope, filter, cursor, signal),
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
