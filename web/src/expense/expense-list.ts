import type { ExpenseJson, ListFilterQuery, SummaryJson } from '@outlay/contracts';
import { fitting, isBlank, type Status } from '@outlay/rules';
import { infiniteQueryOptions, queryOptions, type InfiniteData, type QueryClient } from '@tanstack/react-query';
import { api, apiPage, type Page } from '#lib/api';
import { logged } from '#lib/log';
import { askAgain, type MaybeKept } from '#lib/ask-again';
import type { orLastReply } from '#lib/last-reply';
import type { ChangesKey, PagedKey, ReplyKey } from '#lib/routes';

/** The calls of a list, and the prefix of its query keys. */
export interface ListScope {
  readonly key: readonly string[];
  readonly list: Exclude<PagedKey, `${string}/states`>;
  /** The list without what a client has already; without it, changed pages are fetched whole. */
  readonly states?: 'GET /api/admin/expenses/states';
  readonly summary: Extract<ReplyKey, `${string}/summary`>;
  readonly changes: ChangesKey;
  /** Keeps the replies without a filter, for when there is no network. */
  readonly orLast?: typeof orLastReply;
}

/** The filters that the panel shows as chips, as both its address and the server name them. */
export const CHIP_KEYS = [
  'date_from',
  'date_to',
  'reimbursement_from',
  'reimbursement_to',
  'reimbursement_currency',
  'currency',
  'classification',
  'receipt_kind',
  'overridden',
  'amended',
  'waiting',
  'duplicates',
  'mentioned',
  'trip',
] as const;
export type ChipFilter = { readonly [Key in (typeof CHIP_KEYS)[number]]?: ListFilterQuery[Key] };

export interface ListFilter extends ChipFilter {
  readonly status?: Status | undefined;
  readonly category?: string | undefined;
  readonly user?: string | undefined;
  readonly q?: string | undefined;
  /** The default order is by submission, newest first. */
  readonly sort?: 'date' | 'oldest' | undefined;
}

export interface ListPage extends Page<ExpenseJson>, MaybeKept {
  /** The list's version at which the page was last compared with the server's. */
  readonly checked?: string;
  /** The ids of new expenses that would move visible rows. */
  readonly waiting?: readonly string[];
}
export type ListData = InfiniteData<ListPage, string | null>;

/** Marks the list, for the question whether the pointer is over it. */
export const LIVE_LIST = 'data-live-list';

export const ROWS = 200;
export const IDS = 100;
const ASK_AGAIN_MS = 1_000;
const LONGEST_SEARCH = 100;

const blank = (text = '') => (isBlank(text) ? undefined : fitting(text.trim(), LONGEST_SEARCH));

/** The filter as the server is asked. */
export function askedOf({ category, user, q, ...filter }: ListFilter): ListFilter {
  return { ...filter, category: category || undefined, user: user || undefined, q: blank(q) };
}

const isWhole = (asked: ListFilter) => Object.values(asked).every((value) => value === undefined);

export function expenseList(scope: ListScope, filter: ListFilter) {
  const asked = askedOf(filter);
  return infiniteQueryOptions({
    queryKey: [...scope.key, 'list', asked] as const,
    queryFn: ({ pageParam, signal, client }) => {
      const request = () => fetchPage(client, scope, asked, pageParam, signal);
      return scope.orLast && pageParam === null && isWhole(asked) ? scope.orLast('expenses', request) : request();
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }: ListPage) => next,
    // The list's version shows when it is out of date (use-expense-list.ts).
    staleTime: Infinity,
    gcTime: 60_000,
    ...askAgain<ListData>(({ pages }) => pages[0]?.keptAt),
  });
}

export async function fetchPage(
  client: QueryClient,
  scope: ListScope,
  filter: ListFilter & { readonly id?: string },
  cursor: string | null,
  signal?: AbortSignal,
): Promise<ListPage> {
  const query = { ...filter, limit: String(ROWS), ...(cursor !== null && { cursor }) };
  const page = await logged('The expenses could not be fetched', signal, apiPage(scope.list, { query, signal }));
  return { ...page, rows: page.rows.map((row) => newest(client, scope, row)).filter((row) => matches(row, filter)) };
}

export function matches({ status, type, date }: ExpenseJson, filter: ListFilter): boolean {
  const { date_from = '', date_to = '9' } = filter;
  return (
    (!filter.status || status === filter.status) &&
    (!filter.category || type === filter.category) &&
    (date === null ? !filter.date_from && !filter.date_to : date_from <= date && date <= date_to)
  );
}

/** A page that was on its way during a decision has the state before. */
function newest(client: QueryClient, scope: ListScope, row: ExpenseJson): ExpenseJson {
  const known = client.getQueryData(oneExpense(scope, row.expense_id).queryKey);
  return known && known.revision > row.revision ? known : row;
}

export function expenseSummary(scope: ListScope, { sort: _, ...filter }: ListFilter) {
  const query = askedOf(filter);
  const kept = askAgain<SummaryJson & MaybeKept>(({ keptAt }) => keptAt);
  return queryOptions({
    queryKey: [...scope.key, 'summary', query] as const,
    queryFn: ({ signal }): Promise<SummaryJson & MaybeKept> => {
      const request = () => api(scope.summary, { query, signal });
      return scope.orLast && isWhole(query) ? scope.orLast('summary', request) : request();
    },
    refetchOnReconnect: kept.refetchOnReconnect,
    refetchInterval: (summary) => untilComplete(summary) || kept.refetchInterval(summary),
  });
}

/** The server goes on counting what it could not count in time. */
export function untilComplete({ state }: { state: { data?: SummaryJson | undefined } }): number | false {
  return state.data?.complete === false && ASK_AGAIN_MS;
}

export function countOf(summary: SummaryJson | undefined): number | undefined {
  return summary?.totals.reduce((sum, { count }) => sum + count, 0);
}

/** Finds the expense by any of its ids; null if it does not exist. */
export function oneExpense(scope: ListScope, id: string) {
  return queryOptions({
    queryKey: [...scope.key, 'one', id] as const,
    queryFn: async ({ signal }) => {
      const asked = logged('The expense could not be fetched', signal, fetchExpenses(scope, [id], signal));
      return (await asked)[0] ?? null;
    },
    refetchOnWindowFocus: false,
  });
}

/** Fetches the existing ones, in no particular order. */
export async function fetchExpenses(
  scope: ListScope,
  ids: readonly string[],
  signal?: AbortSignal,
): Promise<ExpenseJson[]> {
  const found: ExpenseJson[] = [];
  for (let from = 0; from < ids.length; from += IDS) {
    const id = ids.slice(from, from + IDS).join(',');
    found.push(...(await apiPage(scope.list, { query: { id, limit: String(IDS) }, signal })).rows);
  }
  return found;
}
