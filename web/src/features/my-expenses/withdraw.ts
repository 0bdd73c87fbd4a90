import type { ExpenseJson } from '@outlay/contracts';
import { OTHER_CURRENCY, parseRate } from '@outlay/rules';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import * as texts from '#strings/my-expenses';
import { claimFormData } from '#expense/claim-form-data';
import { toClaim, valuesOf } from '#expense/claim-values';
import { refetchExpense, showChanged } from '#expense/change-lists';
import { OWN_EXPENSES } from '#expense/own-expenses';
import { apiUpload } from '#lib/api-files';
import { hasStatus, isOutcomeUnknown } from '#lib/errors';
import { localToday } from '#lib/local-today';
import { useRole } from '#lib/use-role';
import { toast } from '#ui/toast';

/** Saves a submitted claim as a draft, as it is. */
export function useWithdraw(expense: ExpenseJson) {
  const queryClient = useQueryClient();
  const { isPrivileged } = useRole();
  return useMutation({
    mutationFn: () =>
      apiUpload('PUT /api/expenses/{id}', { params: { id: expense.id }, body: asDraft(expense, isPrivileged) }),
    onSuccess: async ({ expense: draft }) => {
      toast.success(texts.withdrawn, expense.expense_id);
      await showChanged(queryClient, OWN_EXPENSES, draft);
    },
    onError: async (error) => {
      // It may have been decided, or withdrawn, in the meantime.
      if (hasStatus(error, 409) || isOutcomeUnknown(error)) await refetchExpense(queryClient, OWN_EXPENSES, expense);
    },
  });
}

/** A declaration or override that an admin made is left out for an owner who may not; a draft needs neither. */
function asDraft(expense: ExpenseJson, isPrivileged: boolean): FormData {
  const values = valuesOf(expense);
  const claim = toClaim({ ...values, noReceipt: values.noReceipt && isPrivileged }, expense.receipt !== null);
  const rate = isPrivileged ? parseRate(expense.override_exchange_rate) : null;
  return claimFormData({
    status: 'draft',
    claim,
    isOtherCurrency: values.currency === OTHER_CURRENCY,
    override: rate === null ? null : { rate, reason: expense.override_reason ?? '' },
    others: { today: localToday(), revision: String(expense.revision) },
  });
}
