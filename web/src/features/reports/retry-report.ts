import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '#lib/api';
import { ALL_REPORTS_KEY } from '#panel/queries';

export function useRetryReport() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (filename: string) => api('POST /api/admin/reports/{filename}/retry', { params: { filename } }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ALL_REPORTS_KEY }),
  });
}
