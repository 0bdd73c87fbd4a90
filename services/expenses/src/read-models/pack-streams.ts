import { OutlayError, type PackSelector } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import { fold } from '@outlay/event-sourcing';
import { EXPENSE_PREFIX, PAYMENT, PAYMENT_PREFIX, toExpenseEvent } from '../stream/stream-types.js';

/** The streams of a payment or an expense. @throws NOT_FOUND if there is none */
export async function streamsOf(
  events: Pick<EventStore, 'readStream'>,
  selector: PackSelector,
): Promise<string[] | null> {
  if ('payment' in selector) return streamsOfPayment(events, PAYMENT_PREFIX + selector.payment);
  if ('expense' in selector) return streamsOfExpense(events, EXPENSE_PREFIX + selector.expense);
  return null;
}

async function streamsOfPayment(events: Pick<EventStore, 'readStream'>, stream: string): Promise<string[]> {
  const state = fold(PAYMENT, await events.readStream(stream));
  if (state.status === 'none') throw new OutlayError('NOT_FOUND', 'Payment not found');
  return [stream, ...state.expenses.map((id) => EXPENSE_PREFIX + id)];
}

/** The streams of an expense: its own, and that of the payment that paid it. */
async function streamsOfExpense(events: Pick<EventStore, 'readStream'>, stream: string): Promise<string[]> {
  const found = await events.readStream(stream);
  if (found.length === 0) throw new OutlayError('NOT_FOUND', 'Expense not found');
  const paidBy = found
    .map(toExpenseEvent)
    .flatMap((event) => (event.type === 'ExpensePaid' ? [PAYMENT_PREFIX + event.data.paymentId] : []));
  return [stream, ...paidBy];
}
