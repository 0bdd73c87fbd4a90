import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownExpensesQuery } from '#expense/own-expenses';
import { api } from '#lib/api';

export function useDeleteDraft() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/expenses/{id}', { params: { id } }),
    onSuccess: () => queryClient.invalidateQueries(ownExpensesQuery),
  });
}
