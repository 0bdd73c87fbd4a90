import { eventMetadata, type EventMetadata, type ExpenseEvent } from '@outlay/contracts';
import type { RecordedEvent } from '@outlay/event-store';
import { evolve } from '../domain/evolve.js';
import { initialState, type ExpenseState, type RecordedFact } from '../domain/expense.js';
import { evolvePayment, type PaymentFact, type PaymentState } from '../domain/payment.js';
import { upcast } from './upcasters.js';

export const EXPENSE_PREFIX = 'expense-';
export const PAYMENT_PREFIX = 'payment-';

export type StreamFact = RecordedFact & { readonly id: string };

/** A stored event of an expense stream as the domain knows it, whatever version it was written in. */
export function toFact(event: RecordedEvent): StreamFact {
  const { id, revision, type } = event;
  const metadata = event.metadata as EventMetadata;
  const data = upcast(type, metadata.schemaVersion, event.data);
  return { ...({ type, data } as ExpenseEvent), id, revision, at: metadata.at, actor: metadata.actor };
}

export function toPaymentFact(event: RecordedEvent): PaymentFact {
  const { at } = eventMetadata.parse(event.metadata);
  return { type: event.type, data: event.data, at } as PaymentFact;
}

export function foldExpense(events: readonly RecordedEvent[], from: ExpenseState = initialState): ExpenseState {
  return events.reduce((state, event) => evolve(state, toFact(event)), from);
}

export function foldPayment(events: readonly RecordedEvent[]): PaymentState {
  return events.reduce<PaymentState>((state, event) => evolvePayment(state, toPaymentFact(event)), { status: 'none' });
}
