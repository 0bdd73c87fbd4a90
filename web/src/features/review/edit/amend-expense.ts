import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { refetchExpense, showChanged } from '#expense/change-lists';
import { api } from '#lib/api';
import { ApiError, hasStatus, isOutcomeUnknown } from '#lib/errors';
import type { Body } from '#lib/routes';
import { ADMIN_KEY, ALL_EXPENSES } from '#panel/queries';

export type Amendment = Body<'PUT /api/admin/expenses/{id}'>;

/** The ids of the claims that the amended one, which is approved, would be like; null for any other error. */
export function duplicatesIn(error: unknown): readonly string[] | null {
  if (!(error instanceof ApiError) || error.code !== 'POSSIBLE_DUPLICATE') return null;
  return (error.details as { readonly duplicates?: readonly string[] } | undefined)?.duplicates ?? [];
}

/** Refetches duplicates too, since a correction may affect those of other expenses. */
export function useAmend() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ expense: { id }, body }: { expense: ExpenseJson; body: Amendment }) =>
      // A 401 must not log the user out and lose the form.
      api('PUT /api/admin/expenses/{id}', { params: { id }, body, keepSession: true }),
    onSuccess: async ({ expense }) => {
      await showChanged(queryClient, ALL_EXPENSES, expense);
      void queryClient.invalidateQueries({ queryKey: [...ADMIN_KEY, 'duplicates'] });
    },
    onError: (error, { expense }) => {
      if (hasStatus(error, 404, 409) || isOutcomeUnknown(error))
        void refetchExpense(queryClient, ALL_EXPENSES, expense).catch(() => undefined);
    },
  });
}
