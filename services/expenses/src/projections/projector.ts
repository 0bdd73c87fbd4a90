import { StreamBroken } from '@outlay/event-sourcing';
import type { EventStore, RecordedEvent, Subscription } from '@outlay/event-store';
import { projectedEvents, projectionDelay } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '../stream/stream-types.js';
import type { CheckpointStore } from './checkpoint.store.js';
import type { Broken, Quarantine } from '../trail/quarantine.js';
import type { Lease } from './lease.js';
import type { SummaryProjection } from './summary.projection.js';

/** Saving after each event would double the cost of a write. Unsaved events are handled again after a restart. */
const SAVE_EVERY = 200;

export interface EventHandler {
  handle(event: RecordedEvent): Promise<void>;
}

@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Projector');
  private subscription: Subscription | null = null;
  private handled: RecordedEvent | null = null;
  private unsaved = 0;

  constructor(
    private readonly lease: Lease,
    private readonly events: Pick<EventStore, 'subscribe'>,
    private readonly checkpoint: CheckpointStore,
    private readonly expenses: EventHandler,
    private readonly payments: EventHandler,
    private readonly summaries: Pick<SummaryProjection, 'catchUp'>,
    private readonly quarantine: Pick<Quarantine, 'add'>,
    private readonly clock: Clock,
    private readonly onCaughtUp: () => void,
  ) {}

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
    let announced = false;
    this.subscription = this.events.subscribe({
      prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX],
      after: await this.checkpoint.load(),
      handle: (event) => this.handle(event),
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

  /** Queries count what is new themselves; this keeps it little. */
  private async countNew(): Promise<void> {
    await this.summaries.catchUp().catch((error: unknown) => {
      this.logger.warn(`New events are not in the summaries yet: ${String(error)}`);
    });
  }

  private async stop(): Promise<void> {
    await this.subscription?.close();
    this.subscription = null;
    await this.save();
    this.handled = null;
  }

  private async handle(event: RecordedEvent): Promise<void> {
    const projection = event.stream.startsWith(EXPENSE_PREFIX) ? this.expenses : this.payments;
    await projection.handle(event).catch(async (error: unknown) => {
      const broken = brokenBy(event, error);
      if (broken) return this.quarantine.add(broken);
      // The subscription repeats the event until it is handled.
      this.logger.error(`${event.stream} revision ${event.revision} cannot be projected: ${String(error)}`);
      throw error;
    });
    projectedEvents.inc();
    projectionDelay.set((this.clock.now().getTime() - Date.parse(event.recordedAt)) / 1000);
    this.handled = event;
    this.unsaved += 1;
    if (this.unsaved < SAVE_EVERY) return;
    await this.save();
    await this.countNew();
  }

  private async save(): Promise<void> {
    if (this.handled === null || this.unsaved === 0) return;
    this.unsaved = 0;
    await this.checkpoint.save(this.handled);
  }
}

/** Null if a store failed, which is not the event's fault. */
function brokenBy({ stream, revision }: RecordedEvent, error: unknown): Broken | null {
  if (error instanceof StreamBroken) return error;
  if (!(error instanceof TypeError || error instanceof RangeError)) return null;
  return { stream, revision, finding: `revision ${revision} cannot be projected: ${error.message}` };
}
