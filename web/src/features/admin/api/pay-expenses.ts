import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { api } from '../../../lib/api';
import { allExpensesQuery, allReportsQuery } from './admin-queries';

export const payMessages = {
  nobody: 'Select a user with approved expenses first',
  nameless: 'Unable to resolve user name for bulk payment',
  failed: 'Failed to mark expenses as paid',
} as const;

export interface Payment {
  readonly userName: string;
  readonly expenses: readonly ExpenseJson[];
}

/** Pays expenses together. Never shown before the server has said so; whatever it says, the lists are asked again. */
export function usePay() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: ({ userName, expenses }: Payment) =>
      api('POST /api/admin/expenses/bulk-mark-paid', {
        body: { expense_ids: expenses.map(({ expense_id }) => expense_id), user_name: userName },
      }),
    onSettled: () =>
      Promise.all([queryClient.invalidateQueries(allExpensesQuery), queryClient.invalidateQueries(allReportsQuery)]),
  });
}
