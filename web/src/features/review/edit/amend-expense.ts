import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { api } from '#lib/api';
import { hasStatus } from '#lib/errors';
import type { Body } from '#lib/routes';
import { ADMIN_KEY, allExpensesQuery, showChanged } from '#panel/queries';

export type Amendment = Body<'PUT /api/admin/expenses/{id}'>;

/** Saves a super admin's corrections. What the expense looks like now, other expenses may look like as well. */
export function useAmend() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ expense: { id }, body }: { expense: ExpenseJson; body: Amendment }) =>
      // What was typed is still here: a refused token is said, and does not take it away.
      api('PUT /api/admin/expenses/{id}', { params: { id }, body, keepSession: true }),
    onSuccess: async ({ expense }) => {
      await showChanged(queryClient, expense);
      void queryClient.invalidateQueries({ queryKey: [...ADMIN_KEY, 'duplicates'] });
    },
    onError: (error) => {
      if (hasStatus(error, 404, 409, 504)) void queryClient.invalidateQueries(allExpensesQuery);
    },
  });
}
