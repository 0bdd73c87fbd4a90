import type { EventStore, Position, RecordedEvent, Subscription } from '@outlay/event-store';
import { projectedEvents, projectionDelay } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '../stream/facts.js';
import type { CheckpointStore } from './checkpoint.store.js';
import type { Leadership } from './leadership.js';

/** Saving after each event would double the cost of a write; what is not saved is only handled again. */
const SAVE_EVERY = 200;

export interface EventHandler {
  handle(event: RecordedEvent): Promise<void>;
}

/**
 * Follows the event store from the checkpoint and feeds the projections, one event after another. Of several instances
 * one does this at a time.
 */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Projector');
  private subscription: Subscription | null = null;
  private handled: Position | null = null;
  private unsaved = 0;

  constructor(
    private readonly leadership: Leadership,
    private readonly events: EventStore,
    private readonly checkpoint: CheckpointStore,
    private readonly expenses: EventHandler,
    private readonly payments: EventHandler,
    private readonly clock: Clock,
    private readonly onCaughtUp: () => void,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.leadership.compete(
      () => this.begin(),
      () => this.end(),
    );
  }

  async onApplicationShutdown(): Promise<void> {
    await this.leadership.leave();
  }

  /** True once whoever projects has handled everything that was there when it began. */
  isReady(): boolean {
    return this.leadership.isCaughtUp();
  }

  private async begin(): Promise<void> {
    let announced = false;
    this.subscription = this.events.subscribe({
      prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX],
      after: await this.checkpoint.load(),
      handle: (event) => this.handle(event),
      caughtUp: () => {
        if (announced) return;
        announced = true;
        this.leadership.announceCaughtUp().then(this.onCaughtUp, (error: unknown) => {
          // Said again when it has next caught up.
          announced = false;
          this.logger.warn(`That the read models have caught up could not be said: ${String(error)}`);
        });
      },
    });
  }

  private async end(): Promise<void> {
    await this.subscription?.close();
    this.subscription = null;
    await this.save();
    this.handled = null;
  }

  private async handle(event: RecordedEvent): Promise<void> {
    const projection = event.stream.startsWith(EXPENSE_PREFIX) ? this.expenses : this.payments;
    await projection.handle(event).catch((error: unknown) => {
      // The subscription brings the event again until it is handled; somebody must hear why it was not.
      this.logger.error(`${event.stream} revision ${event.revision} cannot be projected: ${String(error)}`);
      throw error;
    });
    projectedEvents.inc();
    projectionDelay.set((this.clock.now().getTime() - Date.parse(event.recordedAt)) / 1000);
    this.handled = event.position;
    this.unsaved += 1;
    if (this.unsaved >= SAVE_EVERY) await this.save();
  }

  private async save(): Promise<void> {
    if (this.handled === null || this.unsaved === 0) return;
    this.unsaved = 0;
    await this.checkpoint.save(this.handled);
  }
}
