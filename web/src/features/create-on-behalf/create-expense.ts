import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownExpensesQuery } from '#expense/own-expenses';
import { api } from '#lib/api';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import type { Body } from '#lib/routes';
import { ADMIN_KEY } from '#panel/queries';

export type Creation = Body<'POST /api/admin/expenses'>;

export function useCreateExpense() {
  const queryClient = useQueryClient();
  const { keyFor, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: Creation) =>
      // A 401 must not log the user out and lose the form.
      api('POST /api/admin/expenses', { body, idempotencyKey: keyFor(JSON.stringify(body)), keepSession: true }),
    onSuccess: () => {
      reset();
      void queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
      void queryClient.invalidateQueries(ownExpensesQuery);
    },
  });
}
