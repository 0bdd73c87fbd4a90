import {
  compareDecimals,
  currencyProblem,
  isVatAboveAmount,
  isVatApplicable,
  parseAmount,
  shortDateProblem,
  vatMessages,
  type IsoDate,
} from '@outlay/rules';
import * as texts from '#strings/claim-fields';
import { currencyOf, type ClaimValues } from '#expense/claim-values';

export type FieldErrors = Partial<Record<keyof ClaimValues, string>>;

/** The date's problem, in the short texts of the admin dialogs. */
export function dateError(date: string, today: IsoDate): string | undefined {
  return date === '' ? texts.dateRequired : (shortDateProblem(date, today) ?? undefined);
}

export function amountError(amount: string): string | undefined {
  const parsed = parseAmount(amount);
  return parsed !== null && compareDecimals(parsed, '0') > 0 ? undefined : texts.amountInvalid;
}

export function currencyError(values: ClaimValues): string | undefined {
  return currencyProblem(currencyOf(values), values.date || null) ?? undefined;
}

export function vatError({ amount, vatAmount: vat }: ClaimValues): string | undefined {
  const figures = { amount: parseAmount(amount), vatAmount: parseAmount(vat) };
  if (vat !== '' && figures.vatAmount === null) return vatMessages.invalid;
  return isVatAboveAmount(figures) ? vatMessages.aboveAmount : undefined;
}

export function asksVat(values: ClaimValues): boolean {
  return isVatApplicable({ ...values, currency: currencyOf(values) });
}

export function withChange<Values extends ClaimValues>(values: Values, change: Partial<Values>): Values {
  const changed = { ...values, ...change };
  return asksVat(changed) && !changed.noReceipt ? changed : { ...changed, vatAmount: '' };
}

/** Typing a year passes through the years 2, 20 and 202. */
const FIRST_WHOLE_YEAR = '1900';

/** The errors of fields that were left or are complete. */
export function shownErrors<Errors extends FieldErrors>(
  errors: Errors,
  values: ClaimValues,
  touched: ReadonlySet<string>,
): Errors {
  const isWritten = (field: string) =>
    (field === 'date' && values.date > FIRST_WHOLE_YEAR) ||
    (field === 'currencyOther' && values.currencyOther.length === 3) ||
    (field === 'vatAmount' && values.vatAmount !== '');
  const shown = Object.entries(errors).filter(([field]) => touched.has(field) || isWritten(field));
  return Object.fromEntries(shown) as Errors;
}
