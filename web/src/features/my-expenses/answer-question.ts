import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { ExpenseJson } from '@outlay/contracts';
import * as texts from '#strings/questions';
import { refetchExpense, showChanged } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { forgetMessage } from '#expense/unsent-message';
import { api } from '#lib/api';
import { hasStatus } from '#lib/errors';
import { useProfile } from '#lib/profile';
import { toast } from '#ui/toast';

export function useAnswerQuestion(expense: ExpenseJson) {
  const { id, expense_id, revision, head } = expense;
  const queryClient = useQueryClient();
  const { id: userId } = useProfile();
  return useMutation({
    mutationFn: (answer: string) =>
      // A 401 must not log the user out and lose the answer.
      api('PUT /api/expenses/{id}/answer', { params: { id }, body: { revision, head, answer }, keepSession: true }),
    onSuccess: async (reply) => {
      forgetMessage(userId, id);
      toast.success(texts.answered, expense_id);
      await showChanged(queryClient, OWN_EXPENSES, reply.expense);
    },
    onError: async (error) => {
      // The answer stays in its field; the next attempt is about the claim as it is now.
      if (hasStatus(error, 409)) await refetchExpense(queryClient, OWN_EXPENSES, expense);
    },
  });
}
