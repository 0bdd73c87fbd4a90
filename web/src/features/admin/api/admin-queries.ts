import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../lib/api';
import { logged } from '../../../lib/log';
import { refetchWhilePending } from '../../../reports/report-queries';

/** Every load of the panel stands below this key: a 403 on any of them closes it. */
export const ADMIN_KEY = ['admin'] as const;

export const allExpensesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'expenses'],
  queryFn: ({ signal }) =>
    logged('The expenses could not be fetched', signal, api('GET /api/admin/expenses-with-users', { signal })),
});

export const usersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'users'],
  queryFn: ({ signal }) => logged('The users could not be fetched', signal, api('GET /api/admin/users', { signal })),
});

export const allReportsQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'reports'],
  queryFn: ({ signal }) =>
    logged('The reports could not be fetched', signal, api('GET /api/admin/reports', { signal })),
  refetchInterval: ({ state }) => refetchWhilePending(state.data),
});

export const invitesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'invites'],
  queryFn: ({ signal }) =>
    logged('The invites could not be fetched', signal, api('GET /api/admin/invites', { signal })),
});

/** The history of an expense as it stands at a revision: another revision is another history. */
export const historyQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'history', id, revision],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/expenses/{id}/audit', { params: { id }, signal })).history,
  });

/** Approved or paid claims like this one. Never taken from memory: another may have been approved since. */
export const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'duplicates', id],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/expenses/{id}/duplicates', { params: { id }, signal })).duplicates,
    staleTime: 0,
  });
