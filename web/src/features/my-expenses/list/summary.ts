import type { ExpenseJson } from '@outlay/contracts';
import {
  addDecimals,
  parseDecimal,
  reimbursementOf,
  type Decimal,
  type ReimbursementCurrency,
  type Status,
} from '@outlay/rules';
import { formatMoney } from '#expense/format';

export interface Summary {
  readonly count: number;
  readonly totals: readonly string[];
}

export function summarise(
  expenses: readonly ExpenseJson[],
  status: Status,
  ownCurrency: ReimbursementCurrency,
): Summary {
  const counted = expenses.filter((expense) => expense.status === status);
  const sums = new Map<ReimbursementCurrency, Decimal[]>([[ownCurrency, []]]);
  for (const expense of counted) {
    const currency = expense.reimbursement_currency;
    const amounts = sums.get(currency) ?? [];
    amounts.push(reimbursementAmount(expense));
    sums.set(currency, amounts);
  }
  return {
    count: counted.length,
    totals: [...sums].map(([currency, amounts]) => formatMoney(Number(addDecimals(amounts)), currency)),
  };
}

/** The stored reimbursement, otherwise amount × override rate, rate or 1 (specification §2). */
function reimbursementAmount(expense: ExpenseJson): Decimal {
  const stored = parseDecimal(expense.reimbursement_amount);
  if (stored !== null) return stored;
  const rate = parseDecimal(expense.override_exchange_rate ?? expense.exchange_rate ?? 1);
  return reimbursementOf(parseDecimal(expense.amount) ?? '0', rate ?? '1');
}
