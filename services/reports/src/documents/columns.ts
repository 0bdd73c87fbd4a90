import { effectiveRate, type ExpenseView, type ReportPreview } from '@outlay/contracts';
import {
  classificationLabel,
  cleanText,
  noReceiptLabel,
  paymentReference,
  toNumber,
  type Decimal,
} from '@outlay/rules';

export type Cell = ReportPreview['rows'][number][number];

export interface ReportRow {
  readonly expense: ExpenseView;
  /** The name of the person. */
  readonly paidTo: string;
  readonly receiptName: string | null;
  readonly head: string;
  readonly computation: string | null;
}

export interface ReportTotal {
  readonly amount: Decimal;
  readonly currency: string;
}

export interface Column {
  readonly header: string;
  readonly width: number;
  readonly numberFormat?: string;
  /** The cells are days, YYYY-MM-DD in the preview. */
  readonly isDay?: true;
  readonly value: (row: ReportRow) => Cell;
  readonly total?: (total: ReportTotal) => Cell;
}

const AMOUNT = '#,##0.00';
/** All decimals are shown, so that amount × rate gives the reimbursement. */
const RATE = '0.0000##########';

export const COLUMNS: readonly Column[] = [
  { header: 'Date', width: 12, isDay: true, value: ({ expense }) => expense.date, total: () => 'Total' },
  { header: 'Expense ID', width: 18, value: ({ expense }) => text(expense.expenseId) },
  { header: 'Paid To', width: 24, value: ({ paidTo }) => text(paidTo) },
  { header: 'Email', width: 28, value: ({ expense }) => text(expense.userEmail) },
  { header: 'Category', width: 16, value: ({ expense }) => text(expense.category) },
  { header: 'Description', width: 42, value: ({ expense }) => text(expense.justification) },
  { header: 'Trip', width: 20, value: ({ expense }) => text(expense.trip) },
  { header: 'Original Amount', width: 16, numberFormat: AMOUNT, value: ({ expense }) => number(expense.amount) },
  { header: 'Currency', width: 10, value: ({ expense }) => text(expense.currency) },
  { header: 'Exchange Rate', width: 14, numberFormat: RATE, value: ({ expense }) => number(effectiveRate(expense)) },
  { header: 'Rate Source', width: 16, value: ({ expense }) => rateSource(expense) },
  {
    header: 'Rate Date',
    width: 12,
    isDay: true,
    value: ({ expense }) => (expense.override ? null : rateDate(expense)),
  },
  {
    header: 'Reimbursement',
    width: 16,
    numberFormat: AMOUNT,
    value: ({ expense }) => number(expense.reimbursementAmount),
    total: ({ amount }) => number(amount),
  },
  {
    header: 'Reimbursement Currency',
    width: 24,
    value: ({ expense }) => expense.reimbursementCurrency,
    total: ({ currency }) => currency,
  },
  { header: 'VAT', width: 12, numberFormat: AMOUNT, value: ({ expense }) => number(expense.vatAmount) },
  {
    header: 'Classification',
    width: 16,
    value: ({ expense: { classification } }) => text(classification && classificationLabel(classification)),
  },
  { header: 'Approved By', width: 28, value: ({ expense }) => text(expense.approvedByEmail) },
  { header: 'Approved On', width: 14, isDay: true, value: ({ expense }) => expense.approvedAt?.slice(0, 10) ?? null },
  {
    header: 'Payment Reference',
    width: 18,
    value: ({ expense: { paymentId } }) => paymentId && paymentReference(paymentId),
  },
  {
    header: 'Receipt',
    width: 36,
    value: ({ expense, receiptName }) => receiptName ?? noReceiptLabel(expense.noReceipt),
  },
  { header: 'Notes', width: 42, value: ({ expense }) => text(notes(expense)) },
  { header: 'Trail Head', width: 68, value: ({ head }) => head },
  { header: 'Computation', width: 90, value: ({ computation }) => text(computation) },
];

/** Without characters that XML does not allow, whatever an event holds. */
function text(value: string | null): string | null {
  return value === null ? null : cleanText(value);
}

function number(value: Decimal | null): number | null {
  return value === null ? null : toNumber(value);
}

function rateSource({ override, rate }: ExpenseView): string | null {
  return override ? 'Override' : text(rate?.source ?? null);
}

function rateDate({ rate }: ExpenseView): string | null {
  return rate?.effectiveDate ?? null;
}

function notes({ override, rate, reimbursementReason }: ExpenseView): string | null {
  const reasons = [
    override &&
      `Rate overridden: ${override.reason}${rate ? ` (${rate.source}: ${rate.rate} of ${rate.effectiveDate})` : ''}`,
    reimbursementReason !== null && `Reimbursement set by hand: ${reimbursementReason}`,
  ].filter(Boolean);
  return reasons.length === 0 ? null : reasons.join('; ');
}
