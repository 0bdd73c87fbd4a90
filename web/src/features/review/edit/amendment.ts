import { amendedIn, type ExpenseJson } from '@outlay/contracts';
import { compareDecimals, isBlank, parseAmount, type IsoDate } from '@outlay/rules';
import * as claimTexts from '#strings/claim-fields';
import * as texts from '#strings/admin-edit';
import { detailsOf, sentFields } from '#expense/claim-values';
import type { Amendment } from './amend-expense';
import { amountError, currencyError, dateError, vatError, type FieldErrors } from '#panel/claim-form/claim-problems';
import type { EditOutcome } from './edit-outcome';
import type { ChangedField, EditValues } from './edit-values';

export type EditErrors = FieldErrors & { reimbursement?: string; reason?: string };

type Changed = ReadonlySet<ChangedField>;

function isOriginalChanged(changed: Changed): boolean {
  return changed.has('amount') || changed.has('currency') || changed.has('date');
}

export function isChanged(changed: Changed, { clearsOverride, isManual }: EditOutcome): boolean {
  return changed.size > 0 || clearsOverride || isManual;
}

/** Validation errors. */
export function editErrors(
  expense: ExpenseJson,
  values: EditValues,
  changed: Changed,
  { isManual }: EditOutcome,
  today: IsoDate,
): EditErrors {
  const errors: EditErrors = {};
  const say = (field: keyof EditErrors, message: string | undefined) => {
    if (message) errors[field] = message;
  };
  if (isOriginalChanged(changed)) {
    say('amount', amountError(values.amount));
    say('currencyOther', currencyError(values));
    // A date that has become too old is valid until it is changed.
    if (changed.has('date') || values.date === '') say('date', dateError(values.date, today));
  }
  if (changed.has('justification') && isBlank(values.justification))
    say('justification', claimTexts.justificationRequired);
  say('vatAmount', vatError(values));
  if (isManual) {
    const amount = parseAmount(values.reimbursement);
    if (amount === null || compareDecimals(amount, '0') <= 0) say('reimbursement', texts.reimbursementInvalid);
    if (isBlank(values.reason)) say('reason', texts.reasonRequired);
  }
  return errors;
}

export function amendmentOf(
  { revision, head }: ExpenseJson,
  values: EditValues,
  changed: Changed,
  { clearsOverride, isManual }: EditOutcome,
  today: IsoDate,
): Amendment {
  const details = detailsOf(values);
  const original = sentFields(changedIn('original', changed), details);
  const metadata = sentFields(changedIn('metadata', changed), details);
  return {
    revision,
    head,
    ...(changed.has('date') && { today }),
    ...(Object.keys(original).length > 0 && { original }),
    ...(clearsOverride && { clear_override: true }),
    ...(Object.keys(metadata).length > 0 && { metadata }),
    ...(isManual && { reimbursement: { amount: Number(values.reimbursement), reason: values.reason.trim() } }),
  };
}

function changedIn<Part extends 'original' | 'metadata'>(part: Part, changed: Changed) {
  return amendedIn(part).filter((field) => changed.has(field));
}
