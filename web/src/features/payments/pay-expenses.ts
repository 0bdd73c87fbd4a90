import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { api } from '#lib/api';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import { ALL_REPORTS_KEY, allExpensesQuery } from '#panel/queries';

export interface Payment {
  readonly userName: string;
  readonly expenses: readonly ExpenseJson[];
}

export function usePay() {
  const queryClient = useQueryClient();
  const { keyFor, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ userName, expenses }: Payment) => {
      const body = { expense_ids: expenses.map(({ expense_id }) => expense_id), user_name: userName };
      return api('POST /api/admin/expenses/bulk-mark-paid', { body, idempotencyKey: keyFor(JSON.stringify(body)) });
    },
    onSuccess: reset,
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries(allExpensesQuery),
        queryClient.invalidateQueries({ queryKey: ALL_REPORTS_KEY }),
      ]),
  });
}
