import type { ExpenseJson } from '@outlay/contracts';
import {
  type InfiniteData,
  keepPreviousData,
  useInfiniteQuery,
  useQuery,
  useQueryClient,
  type QueryClient,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useStableActions } from '#lib/use-stable-actions';
import {
  changeLists,
  expenseList,
  expenseSummary,
  fetchExpenses,
  fetchPage,
  hideDeleted,
  type ListData,
  type ListFilter,
  type ListScope,
} from './expense-list';
import { refreshed } from './refreshed-page';
import { useListVersion } from './use-list-version';

/** The next page is requested this many rows before the end. */
const AHEAD = 100;
/** Marks the list, for the question whether the pointer is over it. */
export const LIVE_LIST = 'data-live-list';

const NONE: readonly ExpenseJson[] = [];

/** A list in pages that follows the server's: what changes is replaced in place, what is new is announced. */
export function useExpenseList(scope: ListScope, filter: ListFilter) {
  const client = useQueryClient();
  const list = expenseList(scope, filter);
  const query = useInfiniteQuery({ ...list, placeholderData: keepPreviousData });
  const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const { data: summary } = useQuery({ ...expenseSummary(scope, filter), placeholderData: keepPreviousData });
  const version = useListVersion(scope.changes, data !== undefined);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? NONE, [data]);
  const waiting = data?.pages.reduce((count, page) => count + (page.waiting?.length ?? 0), 0) ?? 0;

  const seen = useRef({ first: 0, last: 0 });
  function look() {
    if (!data || isPlaceholderData) return;
    const { first, last } = seen.current;
    if (hasNextPage && !isFetching && !error && last >= rows.length - AHEAD) void fetchNextPage();
    if (version === null) return;
    let from = 0;
    data.pages.forEach((page, index) => {
      const isSeen = from <= last && from + page.rows.length >= first;
      from += page.rows.length;
      if (page.version === version || page.checked === version) return;
      if (isSeen || index === 0) void refresh(client, scope, list.queryKey, index, version);
    });
  }
  const onChange = useEffectEvent(look);
  useEffect(() => onChange(), [data, version]);
  const onVersion = useEffectEvent(() => {
    if (version === null || client.getQueryData<ListData>(list.queryKey)?.pages[0]?.version === version) return;
    void client.invalidateQueries({ queryKey: [...scope.key, 'summary'] });
  });
  useEffect(() => onVersion(), [version]);

  const actions = useStableActions({
    onSeen: (first: number, last: number) => {
      seen.current = { first, last };
      look();
    },
    more: () => void (hasNextPage && !isFetching && fetchNextPage()),
  });

  return {
    rows,
    summary,
    waiting,
    error,
    hasData: data !== undefined,
    isPending: query.isPending,
    isFetching,
    /** The rows are those of another filter until the server has answered. */
    isPlaceholderData,
    hasNextPage,
    ...actions,
    retry: () => void (data && hasNextPage ? fetchNextPage() : query.refetch()),
    showWaiting: () => {
      window.scrollTo({ top: 0 });
      client.setQueryData(list.queryKey, (loaded) => loaded && firstOf(loaded));
      void client.invalidateQueries({ queryKey: list.queryKey });
    },
    /** All rows, however many pages they are. Rejects if one cannot be fetched. */
    loadAll: async (): Promise<readonly ExpenseJson[]> => {
      if (!hasNextPage) return rows;
      const all: ExpenseJson[] = [];
      for (let cursor: string | null = null; ;) {
        const page = await fetchPage(client, scope, list.queryKey.at(-1) as ListFilter, cursor);
        all.push(...page.rows);
        cursor = page.next;
        if (cursor === null) return all;
      }
    },
  };
}

/** Whether new rows above may be inserted: not under the pointer, nor behind a dialog. */
function nothingMoves(): boolean {
  return window.scrollY === 0 && !document.querySelector(`[${LIVE_LIST}]:hover, [data-popup]`);
}

function firstOf<Rows>({ pages, pageParams }: InfiniteData<Rows>): InfiniteData<Rows> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}

type ListKey = ReturnType<typeof expenseList>['queryKey'];

/** Compares one loaded page with the server's, once for each version. */
async function refresh(client: QueryClient, scope: ListScope, queryKey: ListKey, index: number, version: string) {
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
