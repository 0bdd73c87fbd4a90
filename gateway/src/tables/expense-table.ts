import type { ExpenseJson } from '@outlay/contracts';
import { classificationLabel, csvLine, noReceiptLabel, paymentReference } from '@outlay/rules';
import type { WorkbookColumn, WorkbookHead, WorkbookRow } from './workbook-thread.js';

type Cell = string | number | null;

interface Column extends Omit<WorkbookColumn, 'header'> {
  readonly cell: (expense: ExpenseJson) => Cell;
  readonly isTime?: true;
}

const AMOUNT = { width: 14, numFmt: '#,##0.00' };
const DAY = { width: 12, numFmt: 'yyyy-mm-dd', isTime: true } as const;
const INSTANT = { width: 19, numFmt: 'yyyy-mm-dd hh:mm:ss', isTime: true } as const;
const WORD = { width: 16 };
const EMAIL = { width: 26 };
const TEXT = { width: 40 };

/** The columns of an exported list: days and instants as in the API (UTC), numbers without separators. */
const COLUMNS: Readonly<Record<string, Column>> = {
  Date: { ...DAY, cell: ({ date }) => date },
  'Expense ID': { ...WORD, cell: ({ expense_id }) => expense_id },
  Person: { ...WORD, cell: ({ user_name }) => user_name },
  Email: { ...EMAIL, cell: ({ user_email }) => user_email },
  Status: { ...WORD, cell: ({ status }) => status },
  Category: { ...WORD, cell: ({ type }) => type },
  Justification: { ...TEXT, cell: ({ justification }) => justification },
  Trip: { ...WORD, cell: ({ trip }) => trip },
  'Original Amount': { ...AMOUNT, cell: ({ amount }) => amount },
  Currency: { ...WORD, cell: ({ currency }) => currency },
  VAT: { ...AMOUNT, cell: ({ vat_amount }) => vat_amount },
  Classification: { ...WORD, cell: ({ classification }) => classification && classificationLabel(classification) },
  'Exchange Rate': { ...WORD, cell: ({ exchange_rate }) => exchange_rate },
  'Rate Source': {
    ...WORD,
    cell: ({ rate_source, override_exchange_rate }) => (override_exchange_rate === null ? rate_source : 'Override'),
  },
  'Rate Date': {
    ...DAY,
    cell: ({ rate_date, override_exchange_rate }) => (override_exchange_rate === null ? rate_date : null),
  },
  'Override Reason': { ...TEXT, cell: ({ override_reason }) => override_reason },
  Reimbursement: { ...AMOUNT, cell: ({ reimbursement_amount }) => reimbursement_amount },
  'Reimbursement Currency': { ...WORD, cell: ({ reimbursement_currency }) => reimbursement_currency },
  'Reimbursement Reason': { ...TEXT, cell: ({ reimbursement_reason }) => reimbursement_reason },
  Receipt: { ...EMAIL, cell: ({ receipt_name, no_receipt }) => receipt_name ?? noReceiptLabel(no_receipt) },
  'Possible Duplicates': { ...WORD, cell: ({ duplicate_count }) => duplicate_count },
  Submitted: { ...INSTANT, cell: ({ submitted_at }) => submitted_at },
  Question: { ...TEXT, cell: ({ question }) => question?.text ?? null },
  Mentioned: { ...TEXT, cell: ({ question }) => question?.mentioned?.map(({ name }) => name).join(', ') ?? null },
  Answer: { ...TEXT, cell: ({ question }) => question?.answer ?? null },
  'Approved By': { ...EMAIL, cell: ({ approved_by_email }) => approved_by_email },
  Approved: { ...INSTANT, cell: ({ approved_at }) => approved_at },
  Paid: { ...INSTANT, cell: ({ paid_at }) => paid_at },
  Payment: { ...WORD, cell: ({ payment_id }) => payment_id },
  'Payment Reference': { ...WORD, cell: ({ payment_id }) => payment_id && paymentReference(payment_id) },
  'Admin Notes': { ...TEXT, cell: ({ admin_notes }) => admin_notes },
  Revision: { ...WORD, cell: ({ revision }) => revision },
  'Trail Head': { ...TEXT, cell: ({ head }) => head },
};

/** The mark by which spreadsheets know UTF-8, and the line that names the columns. */
export function tableHead(): string {
  return `\uFEFF${csvLine(Object.keys(COLUMNS))}`;
}

export function tableRow(expense: ExpenseJson): string {
  return csvLine(Object.values(COLUMNS).map(({ cell }) => cell(expense)));
}

/** The rows that a worksheet can have beside the one that names the columns. */
const ROWS_PER_SHEET = 1_048_575;

export function workbookHead(at: Date): WorkbookHead {
  const columns = Object.entries(COLUMNS).map(([header, { width, numFmt }]) => ({
    header,
    width,
    ...(numFmt && { numFmt }),
  }));
  return { name: 'Expenses', author: 'Outlay', at, columns, rowsPerSheet: ROWS_PER_SHEET };
}

/** Spreadsheets know neither days nor zones: a day is its midnight, and instants are in UTC. */
export function workbookRow(expense: ExpenseJson): WorkbookRow {
  return Object.values(COLUMNS).map(({ cell, isTime }) => {
    const value = cell(expense);
    return isTime && typeof value === 'string' ? new Date(value) : value;
  });
}
