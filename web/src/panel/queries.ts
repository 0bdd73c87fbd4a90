import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { api } from '#lib/api';
import { logged } from '#lib/log';

/** The key prefix of all panel queries: a 403 on any of them closes the panel. */
export const ADMIN_KEY = ['admin'] as const;
/** A payment adds a report. */
export const ALL_REPORTS_KEY = [...ADMIN_KEY, 'reports'] as const;

export const allExpensesQuery = queryOptions({
  queryKey: [...ADMIN_KEY, 'expenses'],
  queryFn: ({ signal }) =>
    logged('The expenses could not be fetched', signal, api('GET /api/admin/expenses-with-users', { signal })),
});

export function replaceInList(queryClient: QueryClient, changed: ExpenseJson) {
  queryClient.setQueryData(allExpensesQuery.queryKey, (expenses) =>
    expenses?.map((expense) => (expense.id === changed.id ? changed : expense)),
  );
}

const REFETCH_DELAY_MS = 500;
let refetchTimer: ReturnType<typeof setTimeout> | undefined;

/** Cancels requests with an older state. Refetches after the last change, as a long list delays the next decision. */
export async function updateInList(queryClient: QueryClient, changed: ExpenseJson) {
  clearTimeout(refetchTimer);
  await queryClient.cancelQueries(allExpensesQuery);
  replaceInList(queryClient, changed);
  refetchTimer = setTimeout(() => void queryClient.invalidateQueries(allExpensesQuery), REFETCH_DELAY_MS);
}

/** Refetches the list and returns the expense. Rejects if it no longer exists. */
export async function refetchExpense(queryClient: QueryClient, id: string): Promise<ExpenseJson> {
  const expenses = await queryClient.fetchQuery({ ...allExpensesQuery, staleTime: 0 });
  const found = expenses.find((expense) => expense.id === id);
  if (!found) throw new Error('The expense is gone');
  return found;
}

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

/** Never cached: another may be approved meanwhile. Not cancelled on unmount: an approval may still wait for it. */
export const duplicatesQuery = (id: string) =>
  queryOptions({
    queryKey: [...ADMIN_KEY, 'duplicates', id],
    queryFn: async () => (await api('GET /api/admin/expenses/{id}/duplicates', { params: { id } })).duplicates,
    staleTime: 0,
  });
