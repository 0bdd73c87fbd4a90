import { Inject, Injectable } from '@nestjs/common';
import { isDuplicateKey } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream } from '@outlay/event-sourcing';
import { EVENT_STORE } from '../ports.js';
import { PAYMENT_MODEL, paymentHead, toPaymentRow, type PaymentModel } from '../read-models/payment.model.js';
import { PAYMENT, PAYMENT_PREFIX } from '../stream/stream-types.js';
import { canWriteOtherDocuments } from './can-write-other-documents.js';

/** Interrupted payments are found in this list and finished. */
@Injectable()
export class PaymentProjection {
  constructor(
    @Inject(PAYMENT_MODEL) private readonly rows: PaymentModel,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  project(stream: string): Promise<void> {
    return this.handle({ stream });
  }

  canWriteOtherDocuments(stream: string): Promise<boolean> {
    return canWriteOtherDocuments(this.rows, stream.slice(PAYMENT_PREFIX.length));
  }

  async handle({ stream }: Pick<RecordedEvent, 'stream'>): Promise<void> {
    const _id = stream.slice(PAYMENT_PREFIX.length);
    const known = await paymentHead(this.rows, _id);
    const row = toPaymentRow(await loadStream(PAYMENT, this.events, _id, known));
    if (!row) return;
    const { revision, head, status, startedAt } = row;
    const change = { $set: { revision, head, status, startedAt }, $setOnInsert: { reportRequested: false } };
    try {
      await this.rows.updateOne({ _id, revision: { $lt: revision } }, change, { upsert: true });
    } catch (error) {
      // The store has this revision or a later one.
      if (!isDuplicateKey(error)) throw error;
    }
  }
}
