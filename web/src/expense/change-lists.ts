import type { ExpenseJson } from '@outlay/contracts';
import type { Query, QueryClient } from '@tanstack/react-query';
import { matches, oneExpense, type ListData, type ListFilter, type ListScope } from './expense-list';

// This stands apart from the lists, which the first screens load; a change comes later.

/** The gateway looks for a new version every second. */
const VERSION_DUE_MS = 1_500;

/** Changes loaded lists. A request that is under way would replace the change by an older state, so it is cancelled. */
export async function changeLists(
  client: QueryClient,
  scope: ListScope,
  change: (row: ExpenseJson, filter: ListFilter) => ExpenseJson | null,
): Promise<void> {
  const queryKey = [...scope.key, 'list'];
  await client.cancelQueries({ queryKey, predicate: ({ state }) => state.data !== undefined });
  for (const [key, data] of client.getQueriesData<ListData>({ queryKey })) {
    const filter = key.at(-1) as ListFilter;
    const pages = data?.pages.map((page) => ({ ...page, rows: page.rows.flatMap((row) => change(row, filter) ?? []) }));
    if (pages) client.setQueryData(key, { ...data, pages });
  }
}

/** Shows the result of the user's own change: an expense that no longer matches a filter leaves that list. */
export async function showChanged(client: QueryClient, scope: ListScope, changed: ExpenseJson): Promise<void> {
  client.setQueryData(oneExpense(scope, changed.expense_id).queryKey, changed);
  await changeLists(client, scope, (row, filter) => {
    if (row.id !== changed.id) return row;
    return matches(changed, filter) ? changed : null;
  });
  // Other lists may have to include it now.
  client.removeQueries({ queryKey: [...scope.key, 'list'], type: 'inactive' });
  countAgain(client, scope);
}

/** The list's next version has the sums counted again (use-expense-list.ts); they are counted here if none comes. */
function countAgain(client: QueryClient, scope: ListScope): void {
  const queryKey = [...scope.key, 'summary'];
  void client.invalidateQueries({ queryKey, refetchType: 'none' });
  const isOld = ({ state }: Query) => state.isInvalidated && state.fetchStatus === 'idle';
  setTimeout(() => void client.refetchQueries({ queryKey, type: 'active', predicate: isOld }), VERSION_DUE_MS);
}

/** Fetches an expense after an error that leaves its state open. Rejects if it no longer exists. */
export async function refetchExpense(client: QueryClient, scope: ListScope, { id, expense_id }: ExpenseJson) {
  const expense = await client.fetchQuery({ ...oneExpense(scope, expense_id), staleTime: 0 });
  if (expense) await showChanged(client, scope, expense);
  else await hideDeleted(client, scope, id);
  if (!expense) throw new Error('The expense is gone');
  return expense;
}

export async function hideDeleted(client: QueryClient, scope: ListScope, id: string): Promise<void> {
  await changeLists(client, scope, (row) => (row.id === id ? null : row));
  countAgain(client, scope);
}

/** Fetches what is on the screen again, after a change that may concern any list. */
export function forgetLists(client: QueryClient, scope: ListScope): Promise<void> {
  client.removeQueries({ queryKey: scope.key, type: 'inactive' });
  return client.invalidateQueries({ queryKey: scope.key });
}
