import type { OnApplicationBootstrap, OnApplicationShutdown } from '@nestjs/common';
import { Logger } from '@nestjs/common';
import type { IdSource } from '@outlay/ids';
import type { PaymentWorkflow } from './payment.workflow.js';

const EVERY_MS = 15_000;

/** Finishes interrupted payments: once the read models know of them after a start, and every quarter of a minute. */
export class PaymentResumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Payments');
  private timer: NodeJS.Timeout | null = null;
  private running: Promise<void> | null = null;

  constructor(
    private readonly workflow: PaymentWorkflow,
    private readonly ids: IdSource,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => this.run(), EVERY_MS);
    this.timer.unref();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.running;
  }

  run(): void {
    this.running ??= this.workflow
      .resume({ actor: null, correlationId: `payments-${this.ids.uuid()}` })
      .catch((error: unknown) => this.logger.warn(`Payments could not be resumed: ${String(error)}`))
      .finally(() => {
        this.running = null;
      });
  }
}
