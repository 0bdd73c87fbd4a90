import { addDecimals, type Decimal, type ReimbursementCurrency, type Status } from '@outlay/rules';
import { formatMoney } from '#expense/format';
import type { ListedExpense } from './listed-expense';

const CURRENCIES: readonly ReimbursementCurrency[] = ['USD', 'EUR'];

/** Total reimbursement per currency (specification §9). */
export function totalLines(expenses: readonly ListedExpense[]): string[] {
  return CURRENCIES.map((currency) => formatMoney(Number(sumIn(expenses, currency)), currency));
}

export function presentTotals(expenses: readonly ListedExpense[]): string[] {
  return totalLines(expenses).filter((_, line) =>
    expenses.some(({ expense }) => expense.reimbursement_currency === CURRENCIES[line]),
  );
}

function sumIn(expenses: readonly ListedExpense[], currency: ReimbursementCurrency): Decimal {
  return addDecimals(
    expenses.flatMap(({ expense, reimbursement }) =>
      expense.reimbursement_currency === currency ? (reimbursement ?? []) : [],
    ),
  );
}

export function withStatus(expenses: readonly ListedExpense[], status: Status): ListedExpense[] {
  return expenses.filter(({ expense }) => expense.status === status);
}
