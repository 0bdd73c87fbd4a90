import type { ReportMade } from '@outlay/contracts';
import { pageById } from '@outlay/documents';
import { fold, ProjectionCheck, type EventCheck } from '@outlay/event-sourcing';
import type { EventStore } from '@outlay/event-store';
import { Scratch } from '@outlay/sqlite';
import type { Connection } from 'mongoose';
import { CheckpointStore } from '../projections/checkpoint.store.js';
import { READ_MODELS } from '../read-models/expense.model.js';
import { comparedPayment, paymentModel } from '../read-models/payment.model.js';
import { runModel, toRunRow } from '../read-models/run.model.js';
import { personModel, toPersonRow } from '../read-models/renamed-people.js';
import { SummaryStore } from '../read-models/summary.store.js';
import { PAYMENT, PAYMENT_PREFIX, PERSON, RUN } from '../stream/stream-types.js';
import { PaymentCheck, type PaymentFigures } from './payment-check.js';
import { ExpenseRowsCheck } from './read-models-check.js';
import { SummaryCheck } from './summary-check.js';

/** The checks of a verification of claims and payments, and the figures of payments in their events. */
export class ClaimChecks {
  private readonly scratch = new Scratch();
  private readonly payments = new PaymentCheck(this.scratch);

  constructor(
    private readonly documents: Connection,
    private readonly events: Pick<EventStore, 'readStream'>,
  ) {}

  /** Payments against their expenses. */
  ofEvents(): EventCheck[] {
    return [this.payments];
  }

  /** Takes how far read models are, so it comes before the events: that far, everything must be there. */
  async ofReadModels(): Promise<EventCheck[]> {
    const { documents, events, scratch } = this;
    const projected = await new CheckpointStore(documents, READ_MODELS).load();
    const summaries = new SummaryCheck(new SummaryStore(documents));
    await summaries.open();
    const [people, payments, runs] = [personModel(documents), paymentModel(documents), runModel(documents)];
    const renamed = {
      name: people.collection.collectionName,
      type: PERSON,
      toRow: toPersonRow,
      projected,
      page: (after: string, limit: number) => pageById(people, after, limit),
    };
    const paid = {
      name: payments.collection.collectionName,
      type: PAYMENT,
      toRow: comparedPayment,
      projected,
      page: (after: string, limit: number) => pageById(payments, after, limit),
    };
    const inRuns = {
      name: runs.collection.collectionName,
      type: RUN,
      toRow: toRunRow,
      projected,
      page: (after: string, limit: number) => pageById(runs, after, limit),
    };
    return [
      new ExpenseRowsCheck({ documents, events, scratch }, projected),
      new ProjectionCheck(paid, events),
      new ProjectionCheck(inRuns, events),
      new ProjectionCheck(renamed, events),
      summaries,
    ];
  }

  /**
   * Available once the findings were read. Null if there is no such payment; undefined if it was completed meanwhile.
   */
  async paymentOf(paymentId: string): Promise<PaymentFigures | null | undefined> {
    const figures = this.payments.figuresOf(paymentId);
    if (figures) return figures;
    const events = await this.events.readStream(PAYMENT_PREFIX + paymentId);
    return events.some(({ type }) => type === 'PaymentCompleted') ? undefined : null;
  }

  /** The latest report in the event store. It may have been made since the verification began. */
  async latestReport(paymentId: string): Promise<ReportMade | null> {
    const state = fold(PAYMENT, await this.events.readStream(PAYMENT_PREFIX + paymentId));
    return state.status === 'completed' ? state.report : null;
  }

  /** The payments whose report was made, or is being made. */
  async *reported(): AsyncGenerator<string> {
    yield* this.payments.withReport();
    const rows = paymentModel(this.documents).find({ reportRequested: true }, { _id: 1 }).lean();
    for await (const { _id } of rows.cursor()) if (!this.payments.hasReport(String(_id))) yield String(_id);
  }

  close(): void {
    this.scratch.close();
  }
}
