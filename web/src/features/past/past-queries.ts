import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { api, apiPage } from '#lib/api';
import { ApiError } from '#lib/errors';
import type { ExpenseJson } from '@outlay/contracts';
import { fetchExpenses, untilComplete, type ListFilter } from '#expense/expense-list';
import { patiently } from '#panel/past-users';
import { ADMIN_KEY, ALL_EXPENSES } from '#panel/queries';

const ROWS = '100';

export const pastExpenses = (as_of: string, filter: ListFilter) =>
  infiniteQueryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'expenses', filter],
    queryFn: ({ pageParam: cursor, signal }) => {
      const query = { ...filter, as_of, limit: ROWS, ...(cursor !== null && { cursor }) };
      return apiPage('GET /api/admin/expenses-with-users', { query, signal });
    },
    initialPageParam: null as string | null,
    getNextPageParam: ({ next }) => next,
  });

/** The expenses of a loaded page of the past as they are now, by their stream. */
export const presentOf = (as_of: string, filter: ListFilter, rows: readonly ExpenseJson[]) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'past', as_of, 'present', filter, rows.map(({ id }) => id)],
    queryFn: async ({ signal }) =>
      fetchExpenses(
        ALL_EXPENSES,
        rows.map(({ id }) => id),
        signal,
      ),
  });

/** The expense by its `expense_id`; null if there was none then. */
export const pastExpense = (as_of: string, id: string) =>
  queryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'expense', id],
    queryFn: async ({ signal }) =>
      (await apiPage('GET /api/admin/expenses-with-users', { query: { as_of, id, limit: '1' }, signal })).rows[0] ??
      null,
  });

export const pastHistory = (as_of: string, id: string) =>
  queryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'history', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/expenses/{id}/audit', { params: { id }, query: { as_of }, signal })).history,
  });

export const pastSummary = (as_of: string, { sort: _, ...filter }: ListFilter) =>
  queryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'summary', filter],
    queryFn: ({ signal }) => api('GET /api/admin/expenses/summary', { query: { ...filter, as_of }, signal }),
    refetchInterval: untilComplete,
  });

export const pastReports = (as_of: string) =>
  queryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'reports'],
    queryFn: ({ signal }) => api('GET /api/admin/reports', { query: { as_of }, signal }),
  });

export const pastInvites = (as_of: string) =>
  queryOptions({
    ...patiently,
    queryKey: [...ADMIN_KEY, 'past', as_of, 'invites'],
    queryFn: ({ signal }) => api('GET /api/admin/invites', { query: { as_of }, signal }),
  });

/** The progress, from 0 to 100. */
export function percentOf(error: unknown): number {
  const { percent = 0 } = ((error instanceof ApiError ? error.details : null) as { percent?: number }) ?? {};
  return percent;
}
