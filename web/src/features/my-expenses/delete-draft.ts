import { useMutation, useQueryClient } from '@tanstack/react-query';
import { hideDeleted } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { api } from '#lib/api';

export function useDeleteDraft() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (id: string) => api('DELETE /api/expenses/{id}', { params: { id } }),
    onSuccess: (_, id) => hideDeleted(queryClient, OWN_EXPENSES, id),
  });
}
