import type { ExpenseJson } from '@outlay/contracts';
import { OTHER_CURRENCY, parseRate } from '@outlay/rules';
import { claimFormData } from '#expense/claim-form-data';
import { toClaim, valuesOf } from '#expense/claim-values';
import { localToday } from '#lib/local-today';

/**
 * The form that saves a claim in another status, as it is. A declaration or override that an admin made is left out for
 * an owner who may not.
 */
export function asSaved(expense: ExpenseJson, status: 'draft' | 'submitted', isPrivileged: boolean): FormData {
  const values = valuesOf(expense);
  const claim = toClaim({ ...values, noReceipt: values.noReceipt && isPrivileged }, expense.receipt !== null);
  const rate = isPrivileged ? parseRate(expense.override_exchange_rate) : null;
  return claimFormData({
    status,
    claim,
    isOtherCurrency: values.currency === OTHER_CURRENCY,
    override: rate === null ? null : { rate, reason: expense.override_reason ?? '' },
    others: { today: localToday(), revision: String(expense.revision) },
  });
}
