import { OutlayError, type PackSelector } from '@outlay/contracts';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
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

/** Whether an event puts its stream into the pack of a person or a period. It may be one that was altered. */
export function selects(selector: PackSelector, { stream, data, metadata }: RecordedEvent): boolean {
  if ('from' in selector) {
    const day = textIn(metadata, 'at').slice(0, 10);
    return day >= selector.from && day <= selector.to;
  }
  if (!('person' in selector)) return false;
  const { person } = selector;
  if (stream === `account-${person}` || stream.startsWith(`access-${person}-`)) return true;
  const [opening, user] = [fieldOf(data, 'opening'), fieldOf(data, 'user')];
  return (
    (stream.startsWith(EXPENSE_PREFIX) && textIn(fieldOf(opening, 'owner'), 'id') === person) ||
    (stream.startsWith(PAYMENT_PREFIX) && textIn(user, 'id') === person)
  );
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[name] : undefined;
}

function textIn(value: unknown, name: string): string {
  const text = fieldOf(value, name);
  return typeof text === 'string' ? text : '';
}
