import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import { api } from '../../../lib/api';
import { hasStatus } from '../../../lib/errors';
import { allExpensesQuery } from './admin-queries';

export type Decision =
  | { readonly kind: 'approve'; readonly approveAnyway: boolean }
  | { readonly kind: 'reject'; readonly reason: string }
  | { readonly kind: 'revert' };

export const DECISION_TEXTS = {
  approve: { done: 'Expense approved successfully!', failed: 'Failed to approve expense' },
  reject: { done: 'Expense rejected successfully!', failed: 'Failed to reject expense' },
  revert: { done: 'Expense reverted to submitted successfully!', failed: 'Failed to revert expense' },
} as const satisfies Record<Decision['kind'], { done: string; failed: string }>;

/** Every decision names the revision it was made on, so that an edit in between is a conflict and not overlooked. */
function send({ id, revision }: ExpenseJson, decision: Decision) {
  const params = { id };
  switch (decision.kind) {
    case 'approve':
      return api('PUT /api/admin/expenses/{id}/approve', {
        params,
        body: { revision, ...(decision.approveAnyway && { approve_anyway: true }) },
      });
    case 'reject':
      return api('PUT /api/admin/expenses/{id}/reject', { params, body: { revision, admin_notes: decision.reason } });
    case 'revert':
      return api('PUT /api/admin/expenses/{id}/unapprove', { params, body: { revision } });
  }
}

/** The list shows the decision at once, and is asked again for what it changed elsewhere; also where it was refused. */
export function useDecide() {
  const queryClient = useQueryClient();
  const refresh = () => void queryClient.invalidateQueries(allExpensesQuery);
  return useMutation({
    mutationFn: ({ expense, decision }: { expense: ExpenseJson; decision: Decision }) => send(expense, decision),
    onSuccess: ({ expense: decided }) => {
      queryClient.setQueryData(allExpensesQuery.queryKey, (expenses) =>
        expenses?.map((expense) => (expense.id === decided.id ? decided : expense)),
      );
      refresh();
    },
    onError: (error) => {
      if (hasStatus(error, 404, 409, 504)) refresh();
    },
  });
}
