import type { ExpenseJson } from '@outlay/contracts';
import { classificationLabel, csvLine, noReceiptLabel } from '@outlay/rules';

type Cell = string | number | null;

/** The columns of an exported list: days and instants as in the API (UTC), numbers without separators. */
const COLUMNS: Readonly<Record<string, (expense: ExpenseJson) => Cell>> = {
  Date: ({ date }) => date,
  'Expense ID': ({ expense_id }) => expense_id,
  Person: ({ user_name }) => user_name,
  Email: ({ user_email }) => user_email,
  Status: ({ status }) => status,
  Category: ({ type }) => type,
  Justification: ({ justification }) => justification,
  'Original Amount': ({ amount }) => amount,
  Currency: ({ currency }) => currency,
  VAT: ({ vat_amount }) => vat_amount,
  Classification: ({ classification }) => classification && classificationLabel(classification),
  'Exchange Rate': ({ exchange_rate }) => exchange_rate,
  'Rate Source': ({ rate_source, override_exchange_rate }) =>
    override_exchange_rate === null ? rate_source : 'Override',
  'Rate Date': ({ rate_date, override_exchange_rate }) => (override_exchange_rate === null ? rate_date : null),
  'Override Reason': ({ override_reason }) => override_reason,
  Reimbursement: ({ reimbursement_amount }) => reimbursement_amount,
  'Reimbursement Currency': ({ reimbursement_currency }) => reimbursement_currency,
  'Reimbursement Reason': ({ reimbursement_reason }) => reimbursement_reason,
  Receipt: ({ receipt_name, no_receipt }) => receipt_name ?? noReceiptLabel(no_receipt),
  'Possible Duplicates': ({ duplicate_count }) => duplicate_count,
  Submitted: ({ submitted_at }) => submitted_at,
  Question: ({ question }) => question?.text ?? null,
  Answer: ({ question }) => question?.answer ?? null,
  'Approved By': ({ approved_by_email }) => approved_by_email,
  Approved: ({ approved_at }) => approved_at,
  Paid: ({ paid_at }) => paid_at,
  Payment: ({ payment_id }) => payment_id,
  'Admin Notes': ({ admin_notes }) => admin_notes,
  Revision: ({ revision }) => revision,
  'Trail Head': ({ head }) => head,
};

/** The mark by which spreadsheets know UTF-8, and the line that names the columns. */
export function tableHead(): string {
  return `\uFEFF${csvLine(Object.keys(COLUMNS))}`;
}

export function tableRow(expense: ExpenseJson): string {
  return csvLine(Object.values(COLUMNS).map((cellOf) => cellOf(expense)));
}
