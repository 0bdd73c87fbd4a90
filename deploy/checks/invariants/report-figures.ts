import type { ExpenseJson, ReportJson, ReportPreview } from '@outlay/contracts';
import { centsOf, exact, halfUpCents, times } from './exact.js';

/** Another library reads the spreadsheet, to be independent. */
export type Table = readonly (readonly unknown[])[];

type Paid = Pick<
  ExpenseJson,
  'expense_id' | 'amount' | 'exchange_rate' | 'reimbursement_amount' | 'reimbursement_currency' | 'reimbursement_reason'
>;
type Reported = Pick<ReportJson, 'filename' | 'currency' | 'total_amount' | 'expense_ids'>;

export interface PaidBatch {
  readonly paid: readonly Paid[];
  readonly report: Reported;
  readonly preview: ReportPreview;
  readonly sheet: Table;
}

export function disagreement({ paid, report, preview, sheet }: PaidBatch): string | null {
  const currencies = new Set([report.currency, ...paid.map(({ reimbursement_currency }) => reimbursement_currency)]);
  if (currencies.size !== 1) return `${report.filename} mixes ${[...currencies].join(' and ')}`;
  const misconverted = paid.find((expense) => !isConverted(expense));
  if (misconverted) return `${misconverted.expense_id} is reimbursed with ${misconverted.reimbursement_amount}`;
  const total = sumOf(paid.map(({ reimbursement_amount }) => reimbursement_amount));
  const figures = {
    report: centsOf(report.total_amount),
    ...figuresOf('preview', [preview.headers, ...preview.rows], report),
    ...figuresOf('spreadsheet', sheet, report),
  };
  const other = Object.entries(figures).find(([, cents]) => cents !== total);
  return other ? `${report.filename}: ${total} cents were paid, the ${other[0]} is ${other[1]}` : null;
}

function figuresOf(name: string, [headers = [], ...rows]: Table, report: Reported): Record<string, bigint | string> {
  const column = (header: string) => headers.indexOf(header);
  const claims = rows.slice(0, -1);
  const ids = claims.map((row) => row[column('Expense ID')]);
  const currencies = rows.map((row) => row[column('Reimbursement Currency')]);
  const isOfReport = ids.join() === report.expense_ids.join() && currencies.every((one) => one === report.currency);
  if (!isOfReport) return { [name]: 'other expenses' };
  const amounts = rows.map((row) => row[column('Reimbursement')]);
  return { [`sum of the ${name}`]: sumOf(amounts.slice(0, -1)), [`total of the ${name}`]: sumOf(amounts.slice(-1)) };
}

function isConverted({ amount, exchange_rate, reimbursement_amount, reimbursement_reason }: Paid): boolean {
  if (amount === null || exchange_rate === null || reimbursement_amount === null) return false;
  if (reimbursement_reason !== null) return true;
  return halfUpCents(times(exact(amount), exact(exchange_rate))) === centsOf(reimbursement_amount);
}

export function sumOf(amounts: readonly unknown[]): bigint {
  return amounts.reduce<bigint>((sum, amount) => sum + centsOf(typeof amount === 'number' ? amount : Number.NaN), 0n);
}
