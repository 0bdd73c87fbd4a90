import type { EventStore, Position, RecordedEvent, Subscription } from '@outlay/event-store';
import { Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { EXPENSE_PREFIX, PAYMENT_PREFIX } from '../stream/facts.js';
import type { CheckpointStore } from './checkpoint.store.js';

/** Saving after each event would double the cost of a write; what is not saved is only handled again. */
const SAVE_EVERY = 200;

export interface EventHandler {
  handle(event: RecordedEvent): Promise<void>;
}

/** Follows the event store from the checkpoint and feeds the projections, one event after another. */
@Injectable()
export class Projector implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Projector');
  private subscription: Subscription | null = null;
  private handled: Position | null = null;
  private unsaved = 0;
  private caughtUp = false;

  constructor(
    private readonly events: EventStore,
    private readonly checkpoint: CheckpointStore,
    private readonly expenses: EventHandler,
    private readonly payments: EventHandler,
    private readonly onCaughtUp: () => void,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    this.subscription = this.events.subscribe({
      prefixes: [EXPENSE_PREFIX, PAYMENT_PREFIX],
      after: await this.checkpoint.load(),
      handle: (event) => this.handle(event),
      caughtUp: () => {
        if (this.caughtUp) return;
        this.caughtUp = true;
        this.onCaughtUp();
      },
    });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.subscription?.close();
    await this.save();
  }

  /** True once everything that was there at the start has been handled. */
  isReady(): boolean {
    return this.caughtUp;
  }

  private async handle(event: RecordedEvent): Promise<void> {
    const projection = event.stream.startsWith(EXPENSE_PREFIX) ? this.expenses : this.payments;
    await projection.handle(event).catch((error: unknown) => {
      // The subscription brings the event again until it is handled; somebody must hear why it was not.
      this.logger.error(`${event.stream} revision ${event.revision} cannot be projected: ${String(error)}`);
      throw error;
    });
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
