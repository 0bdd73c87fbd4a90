import { PACK_COLUMNS, snakeName, type readPackStreams, type ReplyOf } from '@outlay/contracts';
import { addDecimals, csvLine, roundHalfUp } from '@outlay/rules';

type Streams = ReplyOf<typeof readPackStreams>;
type Row = Streams['expenses'][number];

const ID = 'expense-'.length;

/** One line for each expense, then the totals of the payments whose expenses are all there (RFC 4180). */
export function packTable(expenses: readonly Row[], payments: Streams['payments']): string {
  const rows = expenses.toSorted((a, b) => (a.stream < b.stream ? -1 : 1));
  const totals = payments.toSorted((a, b) => (a.id < b.id ? -1 : 1)).flatMap((payment) => totalRow(rows, payment));
  const lines = [...rows, ...totals].map((row) => csvLine(PACK_COLUMNS.map((name) => row[name] ?? '')));
  return [`${PACK_COLUMNS.map(snakeName).join(',')}\r\n`, ...lines].join('');
}

function totalRow(rows: readonly Row[], { id, paid }: Streams['payments'][number]): Partial<Row>[] {
  const ids = new Set(paid);
  const ofPayment = rows.filter(({ stream }) => ids.has(stream.slice(ID)));
  const [first] = ofPayment;
  if (!first || ofPayment.length < paid.length) return [];
  const reimbursement = roundHalfUp(addDecimals(ofPayment.map((row) => row.reimbursement)), 2);
  const { reimbursementCurrency } = first;
  return [{ expenseId: 'Total', reimbursement, reimbursementCurrency, payment: id }];
}
