import type { ExpenseJson } from '@outlay/contracts';
import { addDecimals, parseDecimal, type Decimal } from '@outlay/rules';
import { CURRENCIES } from './currencies';
import { formatMoney } from '#expense/format';

/** Total reimbursement in each currency that occurs. */
export function presentTotals(expenses: readonly ExpenseJson[]): string[] {
  return CURRENCIES.flatMap((currency) => {
    const among = expenses.filter(({ reimbursement_currency }) => reimbursement_currency === currency);
    return among.length > 0 ? formatMoney(Number(totalOf(among)), currency) : [];
  });
}

export function totalOf(expenses: readonly ExpenseJson[]): Decimal {
  return addDecimals(expenses.flatMap(({ reimbursement_amount }) => parseDecimal(reimbursement_amount) ?? []));
}
