import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addDecimals } from '@outlay/rules';
import { api } from '#lib/api';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import type { ListedExpense } from '#panel/listed-expense';
import { ALL_REPORTS_KEY, allExpensesQuery } from '#panel/queries';

export interface Payment {
  readonly userName: string;
  /** As they were shown: the server pays these figures or nothing. */
  readonly approved: readonly ListedExpense[];
}

export function usePay() {
  const queryClient = useQueryClient();
  const { keyFor, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ userName, approved }: Payment) => {
      const expenses = approved.map(({ expense }) => expense);
      const body = {
        expense_ids: expenses.map(({ expense_id }) => expense_id),
        user_name: userName,
        expected_total: Number(addDecimals(approved.flatMap(({ reimbursement }) => reimbursement ?? []))),
        revisions: Object.fromEntries(expenses.map(({ id, revision }) => [id, revision])),
      };
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
