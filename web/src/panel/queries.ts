import { queryOptions } from '@tanstack/react-query';
import type { ListScope } from '#expense/expense-list';
import { api } from '#lib/api';
import { logged } from '#lib/log';

/** The key prefix of all panel queries: a 403 on any of them closes the panel. */
export const ADMIN_KEY = ['admin'] as const;
/** A payment adds a report. */
export const ALL_REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const;

export const ALL_EXPENSES: ListScope = {
  key: [...ADMIN_KEY, 'expenses'],
  list: 'GET /api/admin/expenses-with-users',
  states: 'GET /api/admin/expenses/states',
  summary: 'GET /api/admin/expenses/summary',
  changes: 'GET /api/admin/expenses/changes',
};

export const usersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'users'],
  queryFn: ({ signal }) => logged('The users could not be fetched', signal, api('GET /api/admin/users', { signal })),
});

export const historyQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'history', id, revision],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/expenses/{id}/audit', { params: { id }, signal })).history,
  });

export const personHistoryQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'person-history', id],
    queryFn: async ({ signal }) => (await api('GET /api/audit/people/{id}', { params: { id }, signal })).history,
    staleTime: 0,
  });

/** Never cached: another may be approved meanwhile. Not cancelled on unmount: an approval may still wait for it. */
export const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'duplicates', id],
    queryFn: async () => (await api('GET /api/admin/expenses/{id}/duplicates', { params: { id } })).duplicates,
    staleTime: 0,
  });
