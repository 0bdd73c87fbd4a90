import { Inject, Injectable } from '@nestjs/common';
import type { PaymentEvent } from '@outlay/contracts';
import type { EventStore } from '@outlay/event-store';
import type { PaymentState } from '../domain/payment.js';
import { EVENT_STORE } from '../ports.js';
import { PAYMENT_MODEL, toPaymentRow, type PaymentModel, type PaymentRow } from '../read-models/payment.model.js';
import { PAYMENT } from '../stream/stream-types.js';
import { RowProjection } from './row-projection.js';

/** Interrupted payments are found in this list and finished. */
@Injectable()
export class PaymentProjection extends RowProjection<PaymentState, PaymentEvent, PaymentRow> {
  protected readonly toRow = toPaymentRow;

  constructor(@Inject(PAYMENT_MODEL) rows: PaymentModel, @Inject(EVENT_STORE) events: Pick<EventStore, 'readStream'>) {
    super(rows, events, PAYMENT);
  }

  protected toUpdate({ revision, head, status, startedAt }: PaymentRow) {
    return { $set: { revision, head, status, startedAt }, $setOnInsert: { reportRequested: false } };
  }
}
