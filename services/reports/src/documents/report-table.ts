import { addDecimals, compareDecimals, roundHalfUp } from '@outlay/rules';
import type { ReportPreview } from '@outlay/contracts';
import { COLUMNS, type ReportRow, type ReportTotal } from './columns.js';

/** Headers and rows of a report, the total its last row: what the spreadsheet holds and what a preview shows. */
export function reportTable(rows: readonly ReportRow[], expected: ReportTotal): ReportPreview {
  requireTotal(rows, expected);
  return {
    headers: COLUMNS.map(({ header }) => header),
    rows: [
      ...rows.map((row) => COLUMNS.map(({ value }) => value(row))),
      COLUMNS.map(({ total }) => total?.(expected) ?? null),
    ],
  };
}

/** A report that does not add up to what was paid is never made (quality §1, 8). */
function requireTotal(rows: readonly ReportRow[], { amount, currency }: ReportTotal): void {
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
