import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ownExpensesQuery } from '#expense/own-expenses';
import { api } from '#lib/api';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import type { Body } from '#lib/routes';
import { ADMIN_KEY } from '#panel/queries';

export type Creation = Body<'POST /api/admin/expenses'>;

/** Submits a claim for somebody else; sent again after a lost answer, it is still one. */
export function useCreateExpense() {
  const queryClient = useQueryClient();
  const { keyFor, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: (body: Creation) =>
      // What was typed is still here: a refused token is said, and does not take it away.
      api('POST /api/admin/expenses', { body, idempotencyKey: keyFor(JSON.stringify(body)), keepSession: true }),
    onSuccess: () => {
      reset();
      void queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
      void queryClient.invalidateQueries(ownExpensesQuery);
    },
  });
}
