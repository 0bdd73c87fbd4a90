import { eventMetadata, type EventMetadata, type ExpenseEvent } from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';
import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState, type StoredExpenseEvent } from '../domain/expense.js';
import type { StoredPaymentEvent } from '../domain/payment.js';
import { upcast } from './upcasters.js';

export const EXPENSE_PREFIX = 'expense-';
export const PAYMENT_PREFIX = 'payment-';

export function toExpenseEvent(event: RecordedEvent): StoredExpenseEvent & { readonly id: string } {
  const { id, revision, type } = event;
  const metadata = event.metadata as EventMetadata;
  const data = upcast(type, metadata.schemaVersion, event.data);
  return { ...({ type, data } as ExpenseEvent), id, revision, at: metadata.at, actor: metadata.actor };
}

export function toPaymentEvent(event: RecordedEvent): StoredPaymentEvent {
  const { at, actor, schemaVersion } = eventMetadata.parse(event.metadata);
  return { type: event.type, data: upcast(event.type, schemaVersion, event.data), at, actor } as StoredPaymentEvent;
}

export function foldExpense(events: readonly RecordedEvent[]): ExpenseState {
  return events.reduce((state, event) => evolve(state, toExpenseEvent(event)), initialState);
}
