import type { ExpenseJson } from '@outlay/contracts';
import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { forgetLists } from '#expense/change-lists';
import { api } from '#lib/api';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import { totalOf } from '#panel/totals';
import { ALL_EXPENSES, ALL_REPORTS_KEY } from '#panel/queries';

export interface Payment {
  readonly userName: string;
  /** The expenses as they were shown: the server pays these figures or nothing. */
  readonly approved: readonly ExpenseJson[];
}

function requestPayment({ userName, approved }: Payment, keyFor: (content: string) => string) {
  const body = {
    expense_ids: approved.map(({ expense_id }) => expense_id),
    user_name: userName,
    expected_total: Number(totalOf(approved)),
    revisions: Object.fromEntries(approved.map(({ id, revision }) => [id, revision])),
    heads: Object.fromEntries(approved.map(({ id, head }) => [id, head])),
  };
  return api('POST /api/admin/expenses/bulk-mark-paid', { body, idempotencyKey: keyFor(JSON.stringify(body)) });
}

export function usePay() {
  const queryClient = useQueryClient();
  const { keyFor, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: (payment: Payment) => requestPayment(payment, keyFor),
    onSuccess: reset,
    onSettled: () => showPaid(queryClient),
  });
}

export function showPaid(queryClient: QueryClient) {
  return Promise.all([
    forgetLists(queryClient, ALL_EXPENSES),
    queryClient.invalidateQueries({ queryKey: ALL_REPORTS_KEY }),
  ]);
}
