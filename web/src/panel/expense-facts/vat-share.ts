import type { ExpenseJson } from '@outlay/contracts';
import {
  compareDecimals,
  divideDecimals,
  multiplyDecimals,
  parseDecimal,
  roundHalfUp,
  type Decimal,
} from '@outlay/rules';

type Figures = Pick<
  ExpenseJson,
  'amount' | 'vat_amount' | 'currency' | 'exchange_rate' | 'reimbursement_amount' | 'reimbursement_currency'
>;

/** The VAT in percent of the total, to two decimals; null if neither amount is in EUR. */
export function vatShare(expense: Figures): Decimal | null {
  const vat = parseDecimal(expense.vat_amount);
  if (vat === null) return null;
  if (expense.currency === 'EUR') return percentage(vat, parseDecimal(expense.amount));
  const rate = parseDecimal(expense.exchange_rate);
  if (expense.reimbursement_currency !== 'EUR' || rate === null) return null;
  return percentage(multiplyDecimals(vat, rate), parseDecimal(expense.reimbursement_amount));
}

function percentage(part: Decimal, whole: Decimal | null): Decimal | null {
  if (whole === null || compareDecimals(whole, '0') <= 0) return null;
  return roundHalfUp(multiplyDecimals(divideDecimals(part, whole, 8), '100'), 2);
}
