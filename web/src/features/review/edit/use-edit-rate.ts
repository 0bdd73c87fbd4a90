import type { ExpenseJson } from '@outlay/contracts';
import type { IsoDate } from '@outlay/rules';
import { currencyOf } from '#expense/claim-values';
import { storedRate, useFetchedRate, type FormRate } from '#expense/use-fetched-rate';
import { dateError } from '#panel/claim-form/claim-problems';
import { changesRate } from './edit-outcome';
import type { ChangedField, EditValues } from './edit-values';

const DEBOUNCE_MS = 400;

export function useEditRate(
  expense: ExpenseJson,
  values: EditValues,
  changed: ReadonlySet<ChangedField>,
  today: IsoDate,
): FormRate {
  const isMoved = changesRate(changed);
  const isAllowed = !changed.has('date') || !dateError(values.date, today);
  const question = {
    from: currencyOf(values),
    to: expense.reimbursement_currency,
    date: isAllowed && values.date ? values.date : null,
  };
  const fetched = useFetchedRate(question, DEBOUNCE_MS, isMoved);
  const stored = isMoved ? null : storedRate(expense);
  return stored ? { status: 'ready', fetched: stored } : fetched;
}
