import { upserting } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import type { PaymentModel } from '../read-models/payment.model.js';
import { PAYMENT_PREFIX, foldPayment } from '../stream/facts.js';

/** Keeps the list of payments, from which an interrupted one is found and finished. */
export class PaymentProjection {
  constructor(
    private readonly rows: PaymentModel,
    private readonly events: EventStore,
  ) {}

  async handle({ stream }: Pick<RecordedEvent, 'stream'>): Promise<void> {
    const events = await this.events.readStream(stream);
    const state = foldPayment(events);
    if (state.status === 'none') return;
    const revision = events.at(-1)?.revision ?? 0;
    const change = {
      $max: { revision },
      $set: { status: state.status, startedAt: state.startedAt },
      $setOnInsert: { reportRequested: false },
    };
    const _id = stream.slice(PAYMENT_PREFIX.length);
    await upserting(() => this.rows.updateOne({ _id }, change, { upsert: true }));
  }
}
