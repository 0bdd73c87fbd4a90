import { addDecimals, compareDecimals, roundHalfUp } from '@outlay/rules';
import type { ReportPreview } from '@outlay/contracts';
import { COLUMNS, type ReportRow, type ReportTotal } from './columns.js';

export function reportTable(rows: readonly ReportRow[], expected: ReportTotal): ReportPreview {
  assertTotal(rows, expected);
  return {
    headers: COLUMNS.map(({ header }) => header),
    rows: [
      ...rows.map((row) => COLUMNS.map(({ value }) => value(row))),
      COLUMNS.map(({ total }) => total?.(expected) ?? null),
    ],
  };
}

/** A report must add up to the amount paid. */
function assertTotal(rows: readonly ReportRow[], { amount, currency }: ReportTotal): void {
  const amounts = rows.map(({ expense }) => {
    if (expense.reimbursementAmount === null || expense.reimbursementCurrency !== currency) {
      throw new Error(`Expense ${expense.expenseId} has no reimbursement in ${currency}`);
    }
    return expense.reimbursementAmount;
  });
  const sum = addDecimals(amounts);
  if (compareDecimals(sum, amount) !== 0) {
    throw new Error(`The expenses add up to ${roundHalfUp(sum, 2)} ${currency}, but ${amount} ${currency} were paid`);
  }
}
