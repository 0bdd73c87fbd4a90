import { PACK_COLUMNS, type readPackStreams, type ReplyOf } from '@outlay/contracts';
import { addDecimals, roundHalfUp } from '@outlay/rules';

type Streams = ReplyOf<typeof readPackStreams>;
type Row = Streams['expenses'][number];

const ID = 'expense-'.length;

/** One line for each expense, then the totals of the payments whose expenses are all there (RFC 4180). */
export function packTable(expenses: readonly Row[], payments: Streams['payments']): string {
  const rows = expenses.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));
  const totals = payments.toSorted((a, b) => (a.id < b.id ? -1 : 1)).flatMap((payment) => totalRow(rows, payment));
  const lines = [...rows, ...totals].map((row) => PACK_COLUMNS.map((name) => cell(row[name] ?? '')).join(','));
  return [PACK_COLUMNS.join(','), ...lines].map((line) => `${line}\r\n`).join('');
}

function totalRow(rows: readonly Row[], { id, paid }: Streams['payments'][number]): Partial<Row>[] {
  const ids = new Set(paid);
  const ofPayment = rows.filter(({ stream }) => ids.has(stream.slice(ID)));
  const [first] = ofPayment;
  if (!first || ofPayment.length < paid.length) return [];
  const reimbursement = roundHalfUp(addDecimals(ofPayment.map((row) => row.reimbursement)), 2);
  const { reimbursement_currency } = first;
  return [{ expense_id: 'Total', reimbursement, reimbursement_currency, payment: id }];
}

/** A spreadsheet program would take the text for a formula without the apostrophe. */
function cell(text: string): string {
  return `"${(/^[=+\-@\t\r]/.test(text) ? `'${text}` : text).replaceAll('"', '""')}"`;
}
