import { OTHER_CURRENCY, type Problem } from '@outlay/rules';
import type { UseFormReturn } from 'react-hook-form';
import type { ClaimValues } from '#expense/claim-values';

/** Moves the focus to what is missing first. */
export function goToMissing(form: UseFormReturn<ClaimValues>, field: Problem['field'] | null): void {
  if (field === null) return;
  if (field === 'receipt') document.querySelector<HTMLElement>('form input[type=file]')?.focus();
  else if (field === 'currency' && form.getValues('currency') === OTHER_CURRENCY) form.setFocus('currencyOther');
  else form.setFocus(field);
}
