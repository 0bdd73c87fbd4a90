import { useMutation, useQueryClient } from '@tanstack/react-query';
import { forgetLists } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { api } from '#lib/api';
import { hasCode, isOutcomeUnknown } from '#lib/errors';
import { useIdempotencyKeys } from '#lib/idempotency-keys';
import type { Body } from '#lib/routes';
import { ADMIN_KEY, ALL_EXPENSES, usersQuery } from '#panel/queries';

export interface Creation {
  readonly fields: Body<'POST /api/admin/expenses'>;
  readonly receipt: File | null;
}

export function useCreateExpense() {
  const queryClient = useQueryClient();
  const { keyFor, failed, reset } = useIdempotencyKeys();
  return useMutation({
    mutationFn: ({ fields, receipt }: Creation) => {
      const body = receipt ? formOf(fields, receipt) : fields;
      const idempotencyKey = keyFor(JSON.stringify(fields), receipt);
      // A 401 must not log the user out and lose the form.
      return api('POST /api/admin/expenses', { body, idempotencyKey, keepSession: true });
    },
    onError: (error) => {
      failed(error);
      if (isOutcomeUnknown(error) || hasCode(error, 'IDEMPOTENCY_KEY_REUSED'))
        void forgetLists(queryClient, ALL_EXPENSES);
      // The user's account may have another currency by now, which the form shows then.
      if (hasCode(error, 'CONFLICT')) void queryClient.invalidateQueries(usersQuery);
    },
    onSuccess: () => {
      reset();
      void queryClient.invalidateQueries({ queryKey: ADMIN_KEY });
      void forgetLists(queryClient, OWN_EXPENSES);
    },
  });
}

function formOf(fields: Creation['fields'], receipt: File): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, String(value));
  form.set('receipt', receipt, receipt.name);
  return form;
}
