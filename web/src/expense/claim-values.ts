import type { ExpenseJson } from '@outlay/contracts';
import {
  CURRENCIES,
  isBlank,
  normaliseClassification,
  OTHER_CURRENCY,
  parseAmount,
  parseCurrency,
  tidyClaim,
  type ClaimDetails,
} from '@outlay/rules';

export interface ClaimValues {
  date: string;
  category: string;
  justification: string;
  amount: string;
  currency: string;
  currencyOther: string;
  classification: string;
  vat: string;
  noReceipt: boolean;
}

/** The proposed day is most often that of the receipt in one's hand. */
export function emptyValues(currency: string, today = ''): ClaimValues {
  return {
    date: today,
    category: '',
    justification: '',
    amount: '',
    currency,
    currencyOther: '',
    classification: '',
    vat: '',
    noReceipt: false,
  };
}

export function valuesOf(expense: ExpenseJson): ClaimValues {
  const code = expense.currency ?? '';
  const isOffered = code === '' || (CURRENCIES as readonly string[]).includes(code);
  return {
    date: expense.date ?? '',
    category: expense.type ?? '',
    justification: expense.justification ?? '',
    amount: parseAmount(expense.amount) ?? '',
    currency: isOffered ? code : OTHER_CURRENCY,
    currencyOther: isOffered ? '' : code,
    classification: normaliseClassification(expense.classification ?? '') ?? '',
    vat: parseAmount(expense.vat_amount) ?? '',
    noReceipt: expense.no_receipt,
  };
}

/** Values for a new expense like an old one, of another day, without receipt and declaration. */
export function copiedValues(expense: ExpenseJson, today: string): ClaimValues {
  return { ...valuesOf(expense), date: today, noReceipt: false };
}

export function currencyOf({ currency, currencyOther }: ClaimValues): string {
  return currency === OTHER_CURRENCY ? (parseCurrency(currencyOther) ?? currencyOther) : currency;
}

export function toClaim(values: ClaimValues, hasReceipt: boolean): ClaimDetails {
  const isOther = values.currency === OTHER_CURRENCY;
  const claim = {
    date: values.date || null,
    category: values.category || null,
    justification: isBlank(values.justification) ? null : values.justification.trim(),
    amount: parseAmount(values.amount),
    // With OTHER, an empty code counts as invalid instead of missing.
    currency: isOther ? currencyOf(values) : values.currency || null,
    classification: values.classification || null,
    vatAmount: parseAmount(values.vat),
    noReceipt: values.noReceipt,
  };
  return tidyClaim(claim, hasReceipt);
}
