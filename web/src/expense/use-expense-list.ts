import type { ExpenseJson } from '@outlay/contracts';
import { type InfiniteData, keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useRef } from 'react';
import { useStableActions } from '#lib/use-stable-actions';
import { expenseList, expenseSummary, fetchPage, type ListData, type ListFilter, type ListScope } from './expense-list';
import { useListVersion } from './use-list-version';

/** The next page is requested this many rows before the end. */
const AHEAD = 100;

const NONE: readonly ExpenseJson[] = [];

/** A list in pages that follows the server: changes are replaced in place, new rows are announced. */
export function useExpenseList(scope: ListScope, filter: ListFilter) {
  const client = useQueryClient();
  const list = expenseList(scope, filter);
  const query = useInfiniteQuery({ ...list, placeholderData: keepPreviousData });
  const { data, error, hasNextPage, isFetching, isPlaceholderData, fetchNextPage } = query;
  const counted = useQuery({ ...expenseSummary(scope, filter), placeholderData: keepPreviousData });
  const version = useListVersion(scope.changes, data !== undefined);
  const rows = useMemo(() => data?.pages.flatMap((page) => page.rows) ?? NONE, [data]);
  const waiting = data?.pages.reduce((count, page) => count + (page.waiting?.length ?? 0), 0) ?? 0;

  // The module is loaded with the first change. If that fails, the next change tries again.
  const refresh = (index: number, changed: string) =>
    import('./refresh-page').then(
      ({ refreshPage }) => refreshPage(client, scope, list.queryKey, index, changed),
      () => undefined,
    );

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
      if (isSeen || index === 0) void refresh(index, version);
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
    summary: counted.data,
    keptAt: data?.pages[0]?.keptAt,
    loadedAt: query.dataUpdatedAt,
    waiting,
    error,
    /** The failure of the rows or of their summary. */
    failure: error ?? counted.error,
    hasData: data !== undefined,
    isPending: query.isPending,
    isFetching,
    /** The rows are those of another filter until the server has answered. */
    isPlaceholderData,
    hasNextPage,
    isPaged: (data?.pages.length ?? 0) > 1,
    key: JSON.stringify(list.queryKey),
    loadNext: () => fetchNextPage({ cancelRefetch: false }),
    /** The server has more rows for the filter of these. */
    isPart: Boolean(data?.pages.at(-1)?.next),
    ...actions,
    retry: () => {
      if (counted.error) void counted.refetch();
      if (error) void (data && hasNextPage ? fetchNextPage() : query.refetch());
    },
    showWaiting: () => {
      window.scrollTo({ top: 0 });
      client.setQueryData(list.queryKey, (loaded) => loaded && firstOf(loaded));
      void client.invalidateQueries({ queryKey: list.queryKey });
    },
    /** All rows, which the list then shows. Rejects if a page cannot be fetched. */
    loadPages: async (): Promise<readonly ExpenseJson[]> => {
      let loaded = query;
      while (loaded.hasNextPage) loaded = await fetchNextPage({ cancelRefetch: false, throwOnError: true });
      return loaded.data?.pages.flatMap((page) => page.rows) ?? NONE;
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

function firstOf<Rows>({ pages, pageParams }: InfiniteData<Rows>): InfiniteData<Rows> {
  return { pages: pages.slice(0, 1), pageParams: pageParams.slice(0, 1) };
}
