import type { KnownHead, LoadedStream } from '@outlay/event-sourcing';
import { Schema, type Connection, type Model } from 'mongoose';
import type { PaymentState } from '../domain/payment.js';

export interface PaymentRow {
  readonly _id: string;
  readonly revision: number;
  /** The hash of the stream's event at this revision. */
  readonly head: string | null;
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

export async function paymentHead(rows: PaymentModel, id: string): Promise<KnownHead | null> {
  const row = await rows.findById(id, ['revision', 'head']).lean<Pick<PaymentRow, 'revision' | 'head'>>();
  return row && { revision: row.revision, headHash: row.head };
}
