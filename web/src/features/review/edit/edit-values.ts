import { amendedIn, claimFields, type ExpenseJson } from '@outlay/contracts';
import { parseAmount } from '@outlay/rules';
import { currencyOf, valuesOf, type ClaimValues } from '#expense/claim-values';
import { withChange } from '#panel/claim-form/claim-problems';

export interface EditValues extends ClaimValues {
  /** The typed reimbursement; null while it is computed or unchanged. */
  reimbursement: string | null;
  reason: string;
  clearOverride: boolean;
}

function claimOf(expense: ExpenseJson): ClaimValues {
  return withChange(valuesOf(expense), {});
}

export function editValuesOf(expense: ExpenseJson): EditValues {
  return { ...claimOf(expense), reimbursement: null, reason: '', clearOverride: false };
}

const FIELDS = [...amendedIn('original'), ...amendedIn('metadata')];
export type ChangedField = (typeof FIELDS)[number];

function says(field: ChangedField, values: ClaimValues): string {
  const { kind } = claimFields[field];
  const typed = values[field];
  if (kind === 'currency') return currencyOf(values);
  return kind === 'amount' || kind === 'vat' ? (parseAmount(typed) ?? typed) : typed.trim();
}

export function changedFields(expense: ExpenseJson, values: ClaimValues): ReadonlySet<ChangedField> {
  const before = claimOf(expense);
  return new Set(FIELDS.filter((field) => says(field, values) !== says(field, before)));
}

/** Moves edits to a newer state of the expense: changed fields stay, the others update. */
export function rebased(values: EditValues, opened: ExpenseJson, newer: ExpenseJson): EditValues {
  const changed = changedFields(opened, values);
  const kept = Object.fromEntries(
    [...changed, ...(changed.has('currency') ? (['currencyOther'] as const) : [])].map((field) => [
      field,
      values[field],
    ]),
  );
  return withChange({ ...values, ...claimOf(newer) }, kept);
}
