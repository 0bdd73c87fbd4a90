import {
  adminName,
  CLAIM_FIELDS,
  claimFields,
  type AdminName,
  type ClaimDetails,
  type ClaimField,
  type ClaimFields,
  type ExpenseJson,
} from '@outlay/contracts';
import {
  CURRENCIES,
  isBlank,
  normaliseClassification,
  OTHER_CURRENCY,
  parseAmount,
  parseCurrency,
  tidyClaim,
} from '@outlay/rules';
import type { Body } from '#lib/routes';

/** The fields of a claim as they are typed; `currencyOther` is the code of a currency that is not offered. */
export type ClaimValues = {
  [F in ClaimField]: ClaimFields[F]['kind'] extends 'flag' ? boolean : string;
} & { currencyOther: string };

function valuesBy(valueOf: (name: ClaimField) => string | boolean): ClaimValues {
  const values: unknown = Object.fromEntries(CLAIM_FIELDS.map((name) => [name, valueOf(name)]));
  return { ...(values as ClaimValues), currencyOther: '' };
}

/** The proposed day is most often that of the receipt in one's hand. */
export function emptyValues(currency: string, today = ''): ClaimValues {
  return { ...valuesBy((name) => (claimFields[name].kind === 'flag' ? false : '')), date: today, currency };
}

export function valuesOf(expense: ExpenseJson): ClaimValues {
  return {
    ...valuesBy((name) => {
      const value = expense[claimFields[name].json];
      return (typeof value === 'number' ? parseAmount(value) : value) ?? '';
    }),
    classification: normaliseClassification(expense.classification ?? '') ?? '',
    ...currencyChoice(expense.currency ?? ''),
  };
}

/** The currency as the form chooses it, where a code that is not offered is typed. */
export function currencyChoice(code: string): Pick<ClaimValues, 'currency' | 'currencyOther'> {
  const isOffered = code === '' || (CURRENCIES as readonly string[]).includes(code);
  return isOffered ? { currency: code, currencyOther: '' } : { currency: OTHER_CURRENCY, currencyOther: code };
}

/** Values for a new expense like an old one, of another day, without receipt and declaration. */
export function copiedValues(expense: ExpenseJson, today: string): ClaimValues {
  return { ...valuesOf(expense), date: today, noReceipt: false };
}

export function currencyOf({ currency, currencyOther }: ClaimValues): string {
  return currency === OTHER_CURRENCY ? (parseCurrency(currencyOther) ?? currencyOther) : currency;
}

export function toClaim(values: ClaimValues, hasReceipt: boolean): ClaimDetails {
  return tidyClaim(detailsOf(values), hasReceipt);
}

export function detailsOf(values: ClaimValues): ClaimDetails {
  const details: unknown = Object.fromEntries(CLAIM_FIELDS.map((name) => [name, detailOf(name, values[name])]));
  // With OTHER, an empty code counts as invalid instead of missing.
  const other = values.currency === OTHER_CURRENCY && { currency: currencyOf(values) };
  return { ...(details as ClaimDetails), ...other };
}

function detailOf(name: ClaimField, value: string | boolean): string | boolean | null {
  const { kind } = claimFields[name];
  if (typeof value === 'boolean') return value;
  if (kind === 'amount' || kind === 'vat') return parseAmount(value);
  if (kind === 'text') return isBlank(value) ? null : value.trim();
  return value || null;
}

type Sent = Body<'POST /api/admin/expenses'>;

/** Some fields of a claim as super admins send them. */
export function sentFields<F extends ClaimField>(names: readonly F[], details: ClaimDetails) {
  const sent: unknown = Object.fromEntries(
    names.map((name) => {
      const { kind } = claimFields[name];
      const value = details[name];
      return [adminName(name), value !== null && (kind === 'amount' || kind === 'vat') ? Number(value) : value];
    }),
  );
  return sent as { [N in F as AdminName<N>]: Sent[AdminName<N> & keyof Sent] };
}
