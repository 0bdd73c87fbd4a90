import type { ExpenseJson } from '@outlay/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/my-expenses';
import { refetchExpense, showChanged } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { apiUpload } from '#lib/api-files';
import { hasStatus, isOutcomeUnknown } from '#lib/errors';
import { useRole } from '#lib/use-role';
import { toast } from '#ui/toast';
import { asSaved } from './as-saved';

/** Saves a submitted claim as a draft, as it is. */
export function useWithdraw(expense: ExpenseJson) {
  const queryClient = useQueryClient();
  const { isPrivileged } = useRole();
  return useMutation({
    mutationFn: () =>
      apiUpload('PUT /api/expenses/{id}', {
        params: { id: expense.id },
        body: asSaved(expense, 'draft', isPrivileged),
      }),
    onSuccess: async ({ expense: draft }) => {
      toast.success(texts.withdrawn, expense.expense_id);
      await showChanged(queryClient, OWN_EXPENSES, draft);
    },
    onError: async (error) => {
      // It may have been decided, or withdrawn, in the meantime.
      if (hasStatus(error, 409) || isOutcomeUnknown(error)) await refetchExpense(queryClient, OWN_EXPENSES, expense);
    },
  });
}
