import type { Blobs } from '@outlay/blobs';
import { TRAIL_PREFIXES, type Finding, type ReportMade, type VerificationStep } from '@outlay/contracts';
import { alteredRows, pageById } from '@outlay/documents';
import { fold as foldStream, ProjectionCheck, type EventCheck } from '@outlay/event-sourcing';
import { comparePositions, type EventStore, type Position, type RecordedEvent } from '@outlay/event-store';
import type { Checkpoint, LogKeys } from '@outlay/transparency-log';
import type { Connection } from 'mongoose';
import { Scratch } from '@outlay/sqlite';
import { LogFiles } from '../audit-log/log-files.js';
import { LogPositionsStore } from '../audit-log/log-positions.store.js';
import { CheckpointStore } from '../projections/checkpoint.store.js';
import { READ_MODELS } from '../read-models/expense.model.js';
import { personModel, toPersonRow } from '../read-models/renamed-people.js';
import { comparedPayment, paymentModel } from '../read-models/payment.model.js';
import { SummaryStore } from '../read-models/summary.store.js';
import { PAYMENT, PAYMENT_PREFIX, PERSON } from '../stream/stream-types.js';
import { hiddenStreams } from './hidden-streams-check.js';
import { KeptElsewhere, LogCheck } from './log-check.js';
import { PaymentCheck, type PaymentFigures } from './payment-check.js';
import { ExpenseRowsCheck } from './read-models-check.js';
import { ReceiptCheck } from './receipt-check.js';
import { StreamCheck } from './stream-check.js';
import { StreamFolds, type AnyStream } from './stream-folds.js';
import { SummaryCheck } from './summary-check.js';

const BATCH = 500;

interface Verified {
  readonly events: number;
  /** The number of receipts and report files. */
  readonly files: number;
}

/** The counts of a verification, and its progress. */
export interface VerificationProgress extends Verified {
  readonly step: Exclude<VerificationStep, 'reports'>;
  /** The number of events in the log. */
  readonly leaves: number;
  /** The position of the last event. */
  readonly position: Position | null;
  /** The signed note of the log. */
  readonly checkpoint: string | null;
}

export interface VerificationSources {
  readonly events: EventStore;
  readonly documents: Connection;
  readonly blobs: Blobs;
  /** May be null only if there is no log. */
  readonly keys: LogKeys | null;
  /** A checkpoint that somebody kept elsewhere. */
  readonly kept?: Checkpoint | null;
  /** Whether the read models are compared as well; true by default. */
  readonly readModels?: boolean;
  /** Whether the files of receipts are compared as well; true by default. */
  readonly files?: boolean;
  /** The kinds of streams on which other services decide; none by default. */
  readonly kinds?: readonly AnyStream[];
  /** The checks of other services' read models. */
  readonly others?: readonly EventCheck[];
  readonly onProgress?: (progress: VerificationProgress) => void;
}

/**
 * Compares everything that the events commit to, up to the position where they end when it starts; work that goes on
 * meanwhile is no difference. It only reads, once.
 */
export class Verification {
  private readonly scratch = new Scratch();
  private readonly payments = new PaymentCheck(this.scratch);
  private readonly log: LogCheck;
  private progress: Pick<VerificationProgress, 'events' | 'files' | 'step' | 'position'> = {
    events: 0,
    files: 0,
    step: 'log',
    position: null,
  };

  constructor(private readonly sources: VerificationSources) {
    const { blobs, documents, keys } = sources;
    this.log = new LogCheck(new LogFiles(blobs), new LogPositionsStore(documents), keys, this.scratch);
  }

  get verified(): VerificationProgress {
    return { ...this.progress, leaves: this.log.leaves, checkpoint: this.log.note };
  }

  /** @throws CannotVerify if the key is not that of the log; the errors of stores that cannot be read */
  async *findings(): AsyncGenerator<Finding> {
    const { events, documents, blobs, kept = null, readModels = true, files = true, others = [] } = this.sources;
    const { log } = this;
    yield* log.open();
    const derived = readModels ? await this.readModelChecks() : [];
    const head = await events.head();
    this.advance({ position: head });
    yield* log.log();
    yield* hiddenStreams(events);
    const checks: EventCheck[] = [log, this.payments, ...derived, ...others];
    if (kept) checks.push(new KeptElsewhere(kept));
    if (files)
      checks.push(new ReceiptCheck(blobs, this.scratch, () => this.advance({ files: this.progress.files + 1 })));
    this.advance({ step: 'events' });
    if (head !== null) yield* this.walk(head, checks);
    this.advance({ step: 'read-models' });
    for (const check of checks) yield* check.end();
    if (readModels) yield* indexFindings(documents);
  }

  /**
   * Available once the findings were read. Null if there is no such payment; undefined if it was completed meanwhile.
   */
  async paymentOf(paymentId: string): Promise<PaymentFigures | null | undefined> {
    const figures = this.payments.figuresOf(paymentId);
    if (figures) return figures;
    const events = await this.sources.events.readStream(PAYMENT_PREFIX + paymentId);
    return events.some(({ type }) => type === 'PaymentCompleted') ? undefined : null;
  }

  /** The latest report in the event store, which may be later than what was verified. */
  async latestReport(paymentId: string): Promise<ReportMade | null> {
    const state = foldStream(PAYMENT, await this.sources.events.readStream(PAYMENT_PREFIX + paymentId));
    return state.status === 'completed' ? state.report : null;
  }

  /** The payments whose report was made, or is being made. */
  async *reported(): AsyncGenerator<string> {
    yield* this.payments.withReport();
    const rows = paymentModel(this.sources.documents).find({ reportRequested: true }, { _id: 1 }).lean();
    for await (const { _id } of rows.cursor()) if (!this.payments.hasReport(String(_id))) yield String(_id);
  }

  close(): void {
    this.scratch.close();
  }

  /** Takes how far read models are before the fixed position: that far, everything must be there. */
  private async readModelChecks(): Promise<EventCheck[]> {
    const { events, documents } = this.sources;
    const projected = await new CheckpointStore(documents, READ_MODELS).load();
    const summaries = new SummaryCheck(new SummaryStore(documents));
    await summaries.open();
    const sources = { documents, events, scratch: this.scratch };
    const [people, payments] = [personModel(documents), paymentModel(documents)];
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
    return [
      new ExpenseRowsCheck(sources, projected),
      new ProjectionCheck(paid, events),
      new ProjectionCheck(renamed, events),
      summaries,
    ];
  }

  private async *walk(head: string, checks: readonly EventCheck[]): AsyncGenerator<Finding> {
    const streams = new StreamCheck(this.scratch);
    const folds = new StreamFolds(this.sources.events, this.sources.kinds ?? []);
    for await (const batch of this.batches(head)) {
      for (const event of batch) {
        const { findings, walked } = streams.check(event, this.progress.events);
        yield* findings;
        if (!walked) continue;
        const { states, finding } = await folds.add(walked);
        if (finding) {
          streams.markUnreadable(event.stream);
          yield finding;
        }
        for (const check of checks)
          yield* check.event({ ...walked, states, isReadable: walked.isReadable && !finding });
        this.advance({ events: this.progress.events + 1 });
      }
    }
    yield* folds.end();
  }

  private async *batches(head: string): AsyncGenerator<readonly RecordedEvent[]> {
    for (let after: string | null = null; ;) {
      const batch = await this.sources.events.readAll({
        prefixes: TRAIL_PREFIXES,
        after,
        limit: BATCH,
        withSystemEvents: true,
      });
      yield batch.filter(({ position }) => comparePositions(position, head) <= 0);
      const last = batch.at(-1);
      if (!last || comparePositions(last.position, head) >= 0) return;
      after = last.position;
    }
  }

  private advance(progress: Partial<typeof this.progress>): void {
    Object.assign(this.progress, progress);
    this.sources.onProgress?.(this.verified);
  }
}

/** All findings of a verification, which is closed afterwards. */
export async function allFindings<F extends Finding>(verification: {
  findings(): AsyncIterable<F>;
  close(): unknown;
}): Promise<F[]> {
  const all: F[] = [];
  try {
    for await (const finding of verification.findings()) all.push(finding);
    return all;
  } finally {
    await verification.close();
  }
}

/** Finds documents that queries miss. */
export async function* indexFindings(documents: Connection): AsyncGenerator<Finding> {
  for await (const { collection, id } of alteredRows(documents)) {
    const message = `Queries do not find the document ${id} of ${collection} by what is in it.`;
    yield { kind: 'index-differs', place: `${collection}/${id}`, message, digest: null };
  }
}
