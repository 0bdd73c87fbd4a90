import { upserting } from '@outlay/documents';
import type { EventStore, RecordedEvent } from '@outlay/event-store';
import { loadStream } from '@outlay/event-sourcing';
import type { PaymentModel } from '../read-models/payment.model.js';
import { PAYMENT, PAYMENT_PREFIX } from '../stream/stream-types.js';

/** Interrupted payments are found in this list and finished. */
export class PaymentProjection {
  constructor(
    private readonly rows: PaymentModel,
    private readonly events: EventStore,
  ) {}

  async handle({ stream }: Pick<RecordedEvent, 'stream'>): Promise<void> {
    const _id = stream.slice(PAYMENT_PREFIX.length);
    const { state, revision } = await loadStream(PAYMENT, this.events, _id);
    if (state.status === 'none') return;
    const change = {
      $max: { revision },
      $set: { status: state.status, startedAt: state.startedAt },
      $setOnInsert: { reportRequested: false },
    };
    await upserting(() => this.rows.updateOne({ _id }, change, { upsert: true }));
  }
}
