import { isUnavailable, type Lease } from '@outlay/documents';
import {
  EventStoreUnavailable,
  type EventStore,
  type Position,
  type RecordedEvent,
  type Subscription,
} from '@outlay/event-store';
import { projectedEvents, projectionDelay } from '@outlay/telemetry';
import { Periodic, type Clock } from '@outlay/time';
import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import { CLOCK, EVENT_STORE } from '../ports.js';
import { EXPENSE_PREFIX, PAYMENT_PREFIX, PROJECTED_PREFIXES, RUN_PREFIX } from '../stream/stream-types.js';
import { brokenBy, Quarantine, type Broken } from './quarantine.js';
import { CheckpointStore } from './checkpoint.store.js';
import type { EventHandler } from './event-handler.js';
import { ExpenseProjection } from './expense.projection.js';
import { PaymentProjection } from './payment.projection.js';
import { PersonProjection } from './person.projection.js';
import { RunProjection } from './run.projection.js';
import { SummaryProjection } from './summary.projection.js';

/** Saving after each event would double the cost of a write. Unsaved events are handled again after a restart. */
const SAVE_EVERY = 200;
/** Intervals in milliseconds. A writer projects its own event, and within `writer` has mostly done so. */
const INTERVALS = { save: 1_000, retry: 30_000, refill: 1_000, writer: 100 };
/** The number of attempts after which the event itself may be at fault. */
const ATTEMPTS = 5;

/** Makes the read models from all events and returns the last position. Resumes after an error. */
export type Fill = (watcher: {
  readonly onProgress: () => void;
  readonly onBroken: (broken: Broken) => Promise<void>;
}) => Promise<Position | null>;

export const LEASE = Symbol('Lease of the projector');
export const FILL = Symbol('Fill');
export const ON_CAUGHT_UP = Symbol('Called when every stored event is projected');

@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Projector');
  private subscription: Subscription | null = null;
  private filling: Promise<void> = Promise.resolve();
  private isStopped = false;
  private handled: RecordedEvent | null = null;
  private unsaved = 0;
  private failing = { id: '', message: '', attempts: 0 };
  private readonly saving: Periodic;
  private readonly retrying: Periodic;

  constructor(
    @Inject(LEASE) private readonly lease: Lease,
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'subscribe'>,
    private readonly checkpoint: CheckpointStore,
    @Inject(ExpenseProjection) private readonly expenses: EventHandler,
    @Inject(PaymentProjection) private readonly payments: EventHandler,
    @Inject(RunProjection) private readonly runs: EventHandler,
    @Inject(PersonProjection) private readonly people: EventHandler,
    @Inject(SummaryProjection) private readonly summaries: Pick<SummaryProjection, 'catchUp' | 'countAgain'>,
    @Inject(Quarantine) private readonly quarantine: Pick<Quarantine, 'add' | 'retry'>,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(ON_CAUGHT_UP) private readonly onCaughtUp: () => void,
    /** Null if other instances may do the same: then the events are projected one by one, which several may. */
    @Inject(FILL) private readonly fill: Fill | null,
    @Optional() private readonly intervals = INTERVALS,
  ) {
    this.saving = new Periodic(
      () => this.save(),
      intervals.save,
      (error) => this.logger.warn(`The checkpoint could not be saved: ${String(error)}`),
    );
    this.retrying = new Periodic(
      () => this.retryQuarantined(),
      intervals.retry,
      (error) => this.logger.warn(`The streams that are kept apart could not be tried again: ${String(error)}`),
    );
  }

  async onApplicationBootstrap(): Promise<void> {
    await this.lease.compete(
      () => this.start(),
      () => this.stop(),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.lease.release();
  }

  /** True once the holder of the lease has handled every event that existed when it started. */
  isReady(): boolean {
    return this.lease.isCaughtUp();
  }

  private async start(): Promise<void> {
    this.isStopped = false;
    this.saving.start();
    this.retrying.start();
    const after = await this.checkpoint.load();
    if (after === null && this.fill) this.filling = this.fillAndSubscribe(this.fill);
    else this.subscribe(after);
  }

  private async fillAndSubscribe(fill: Fill): Promise<void> {
    const onBroken = (broken: Broken) => this.quarantine.add(broken);
    const onProgress = () => {
      if (this.isStopped) throw new Error('The projector was stopped');
    };
    while (!this.isStopped) {
      try {
        return this.subscribe(await fill({ onProgress, onBroken }));
      } catch (error) {
        if (this.isStopped) return;
        this.logger.error(`The read models could not be filled: ${String(error)}`);
        if (!isUnavailable(error) && !(error instanceof EventStoreUnavailable)) return this.subscribe(null);
        await setTimeout(this.intervals.refill);
      }
    }
  }

  private subscribe(after: Position | null): void {
    let announced = false;
    this.subscription = this.events.subscribe({
      prefixes: PROJECTED_PREFIXES,
      after,
      handle: (event) => this.handle(event),
      hidden: (stream) => this.compareHidden(stream),
      caughtUp: () => {
        if (announced) return;
        announced = true;
        this.announce().then(this.onCaughtUp, (error: unknown) => {
          announced = false;
          this.logger.warn(`The read models have caught up, but this could not be announced: ${String(error)}`);
        });
      },
    });
  }

  private async announce(): Promise<void> {
    await this.countNew();
    await this.lease.announceCaughtUp();
  }

  /** Queries count new events themselves; this keeps their number small. */
  private async countNew(): Promise<void> {
    await this.summaries.catchUp().catch((error: unknown) => {
      this.logger.warn(`New events are not in the summaries yet: ${String(error)}`);
    });
  }

  private async stop(): Promise<void> {
    this.isStopped = true;
    await this.retrying.stop();
    await this.filling;
    await this.subscription?.close();
    await this.saving.stop();
    this.subscription = null;
    await this.save();
    this.handled = null;
  }

  private async handle(event: RecordedEvent): Promise<void> {
    const untilWritten = this.intervals.writer - this.ageOf(event);
    // The wait is longer only if the clocks of the store and of this process differ.
    if (untilWritten > 0) await setTimeout(Math.min(untilWritten, this.intervals.writer));
    await this.projectionOf(event.stream)
      .handle(event)
      .catch(async (error: unknown) => {
        const broken = brokenBy(event, error) ?? (await this.brokenAlone(event, error));
        if (broken) return this.quarantine.add(broken);
        // The subscription repeats the event until it is handled.
        this.logger.error(`${event.stream} revision ${event.revision} cannot be projected: ${String(error)}`);
        throw error;
      });
    projectedEvents.inc();
    projectionDelay.set(this.ageOf(event) / 1000);
    this.handled = event;
    this.unsaved += 1;
    if (this.unsaved < SAVE_EVERY) return;
    await this.save();
    await this.countNew();
  }

  /** Compares a hidden stream with the known part of it. */
  private async compareHidden(stream: string): Promise<void> {
    await this.projectionOf(stream)
      .project(stream)
      .catch(async (error: unknown) => {
        const broken = brokenBy({ stream, revision: 0 }, error);
        if (!broken) throw error;
        await this.quarantine.add(broken);
      });
  }

  /** Milliseconds. */
  private ageOf({ recordedAt }: RecordedEvent): number {
    return this.clock.now().getTime() - Date.parse(recordedAt);
  }

  /** An event that fails in the same way again and again, while the store takes others. */
  private async brokenAlone(event: RecordedEvent, error: unknown): Promise<Broken | null> {
    const { id, stream, revision } = event;
    const message = error instanceof Error ? error.message : String(error);
    const isSame = this.failing.id === id && this.failing.message === message;
    this.failing = { id, message, attempts: isSame ? this.failing.attempts + 1 : 1 };
    if (this.failing.attempts < ATTEMPTS || isUnavailable(error)) return null;
    if (!(await this.projectionOf(stream).canWriteOtherDocuments(stream))) return null;
    return { stream, revision, finding: `revision ${revision} cannot be stored: ${message}` };
  }

  private async retryQuarantined(): Promise<void> {
    const hasHealed = await this.quarantine.retry((stream) => this.projectionOf(stream).project(stream));
    if (hasHealed) await this.summaries.countAgain();
  }

  private projectionOf(stream: string): EventHandler {
    if (stream.startsWith(EXPENSE_PREFIX)) return this.expenses;
    if (stream.startsWith(RUN_PREFIX)) return this.runs;
    return stream.startsWith(PAYMENT_PREFIX) ? this.payments : this.people;
  }

  private async save(): Promise<void> {
    const { handled, unsaved } = this;
    if (handled === null || unsaved === 0) return;
    await this.checkpoint.save(handled);
    this.unsaved -= unsaved;
  }
}
