import type { PACK_COLUMNS, ReceiptRef } from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';
import { isExisting } from '../domain/expense.js';
import { reimbursementAmount } from '../domain/reimbursement.js';
import { foldExpense, toExpenseEvent } from '../stream/stream-types.js';

type Row = Record<(typeof PACK_COLUMNS)[number], string>;

/** The line of an expense in a proof pack; null if its draft was deleted. @param events of its stream, in order */
export function packRow(stream: string, events: readonly RecordedEvent[]): Row | null {
  const state = foldExpense(events);
  if (!isExisting(state)) return null;
  const { status, claim } = state;
  const { details, rate, override, manualReimbursement, receipt } = claim;
  return {
    expenseId: claim.expenseId,
    stream,
    revision: String(events.length - 1),
    status,
    owner: claim.owner.email,
    date: details.date ?? '',
    amount: details.amount ?? '',
    currency: details.currency ?? '',
    rate: rate?.rate ?? '',
    rateSource: rate?.source ?? '',
    rateDate: rate?.effectiveDate ?? '',
    rateLegs: (rate?.legs ?? []).map(({ currency, perEur, source }) => `${perEur} ${currency} (${source})`).join(' / '),
    override: override?.rate ?? '',
    entered: manualReimbursement?.amount ?? '',
    reimbursement: reimbursementAmount(claim) ?? '',
    reimbursementCurrency: claim.reimbursementCurrency,
    receiptSha256: receipt?.sha256 ?? '',
    payment: state.status === 'paid' ? state.paymentId : '',
  };
}

/** The receipts of the events, including removed ones, whose bytes stay stored. */
export function receiptsOf(events: readonly RecordedEvent[]): ReceiptRef[] {
  return events.map(toExpenseEvent).flatMap((event) => (event.type === 'ReceiptAttached' ? [event.data.receipt] : []));
}
