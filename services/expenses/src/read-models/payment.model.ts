import type { LoadedStream } from '@outlay/event-sourcing';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PaymentState } from '../domain/payment.js';
import type { StreamRow } from './row-head.js';

export interface PaymentRow extends StreamRow {
  readonly status: PaymentState['status'];
  readonly startedAt: string;
  readonly reportRequested: boolean;
}

const schema = new Schema<PaymentRow>(
  {
    _id: { type: String, required: true },
    revision: { type: Number, required: true },
    head: String,
    status: { type: String, required: true },
    startedAt: { type: String, required: true },
    reportRequested: { type: Boolean, required: true },
  },
  { versionKey: false },
);
schema.index({ reportRequested: 1, startedAt: 1 });

export type PaymentModel = Model<PaymentRow>;
export const PAYMENT_MODEL = Symbol('PaymentModel');

export function paymentModel(documents: Connection): PaymentModel {
  return documents.models.Payment
    ? documents.model<PaymentRow>('Payment')
    : documents.model<PaymentRow>('Payment', schema, 'payments');
}

/** The row follows from the events; null if they say nothing. A report that was made had been requested. */
export function toPaymentRow({
  id: _id,
  state,
  revision,
  headHash: head,
}: LoadedStream<PaymentState>): PaymentRow | null {
  if (state.status === 'none') return null;
  const { status, startedAt } = state;
  return { _id, revision, head, status, startedAt, reportRequested: status === 'completed' && state.report !== null };
}

/** Whether a report was requested is no part of the trail before it is made. */
export function comparedPayment(payment: LoadedStream<PaymentState>, stored?: PaymentRow): PaymentRow | null {
  const row = toPaymentRow(payment);
  if (!row || !stored) return row;
  return { ...row, reportRequested: row.reportRequested || (row.status === 'completed' && stored.reportRequested) };
}
