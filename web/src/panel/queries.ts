import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { api } from '#lib/api';
import { logged } from '#lib/log';

/** Every load of the panel stands below this key: a 403 on any of them closes it. */
export const ADMIN_KEY = ['admin'] as const;
/** A payment adds a report. */
export const ALL_REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const;

export const allExpensesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'expenses'],
  queryFn: ({ signal }) =>
    logged('The expenses could not be fetched', signal, api('GET /api/admin/expenses-with-users', { signal })),
});

/** Puts an expense into the list as the server has just answered it. */
export function putInList(queryClient: QueryClient, changed: ExpenseJson) {
  queryClient.setQueryData(allExpensesQuery.queryKey, (expenses) =>
    expenses?.map((expense) => (expense.id === changed.id ? changed : expense)),
  );
}

/** How long a reviewer rests before the whole list is asked for again. */
const REST_MS = 500;
let asking: ReturnType<typeof setTimeout> | undefined;

/**
 * The same, and asks for what that changed elsewhere once no other change follows: a long list would keep the server from
 * the next decision. What is on its way already may be older than the change.
 */
export async function showChanged(queryClient: QueryClient, changed: ExpenseJson) {
  clearTimeout(asking);
  await queryClient.cancelQueries(allExpensesQuery);
  putInList(queryClient, changed);
  asking = setTimeout(() => void queryClient.invalidateQueries(allExpensesQuery), REST_MS);
}

/** An expense as it is now, from the list asked for again. Rejects where it is gone. */
export async function fetchLatest(queryClient: QueryClient, id: string): Promise<ExpenseJson> {
  const expenses = await queryClient.fetchQuery({ ...allExpensesQuery, staleTime: 0 });
  const found = expenses.find((expense) => expense.id === id);
  if (!found) throw new Error('The expense is gone');
  return found;
}

export const usersQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'users'],
  queryFn: ({ signal }) => logged('The users could not be fetched', signal, api('GET /api/admin/users', { signal })),
});

/** The history of an expense as it stands at a revision: another revision is another history. */
export const historyQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'history', id, revision],
    queryFn: async ({ signal }) =>
      (await api('GET /api/admin/expenses/{id}/audit', { params: { id }, signal })).history,
  });

/**
 * Approved or paid claims like this one. Never taken from memory: another may have been approved since. Nor called off: an
 * approval may wait for it when nobody looks at the claim any more, and would be told what was known before.
 */
export const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'duplicates', id],
    queryFn: async () => (await api('GET /api/admin/expenses/{id}/duplicates', { params: { id } })).duplicates,
    staleTime: 0,
  });
