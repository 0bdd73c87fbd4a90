import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream, Recent } from '@outlay/event-sourcing';
import { EVENT_STORE } from '../ports.js';
import { PAYMENT_MODEL, paymentHead, toPaymentRow, type PaymentModel } from '../read-models/payment.model.js';
import type { LoadedPayment } from '../stream/payment-stream.js';
import { PAYMENT, PAYMENT_PREFIX } from '../stream/stream-types.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';

/** Interrupted payments are found in this list and finished. */
@Injectable()
export class PaymentProjection {
  /** Lets the subscription skip what a command has just projected. */
  private readonly projected = new Recent<number>();

  constructor(
    @Inject(PAYMENT_MODEL) private readonly rows: PaymentModel,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  async project(stream: string): Promise<void> {
    const id = stream.slice(PAYMENT_PREFIX.length);
    await this.stateChanged(await loadStream(PAYMENT, this.events, id, await paymentHead(this.rows, id)));
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, stream.slice(PAYMENT_PREFIX.length));
  }

  async handle({ stream, revision }: Pick<RecordedEvent, 'stream' | 'revision'>): Promise<void> {
    if ((this.projected.get(stream.slice(PAYMENT_PREFIX.length)) ?? -1) < revision) await this.project(stream);
  }

  async stateChanged(payment: LoadedPayment): Promise<void> {
    const row = toPaymentRow(payment);
    if (!row) return;
    const { _id, revision, head, status, startedAt } = row;
    const change = { $set: { revision, head, status, startedAt }, $setOnInsert: { reportRequested: false } };
    try {
      await this.rows.updateOne({ _id, revision: { $lt: revision } }, change, { upsert: true });
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
    this.projected.set(_id, revision);
  }
}
