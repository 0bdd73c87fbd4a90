import {
  Inject,
  Injectable,
  Logger,
  Optional,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { type IdSource, Periodic } from '@outlay/time';
import { IDS } from '../ports.js';
import { PaymentWorkflow } from './payment.workflow.js';

const INTERVAL_MS = 15_000;

@Injectable()
export class PaymentResumer implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Payments');
  private readonly periodic: Periodic;

  constructor(
    @Inject(PaymentWorkflow) workflow: Pick<PaymentWorkflow, 'resume'>,
    @Inject(IDS) ids: IdSource,
    @Optional() intervalMs = INTERVAL_MS,
  ) {
    this.periodic = new Periodic(
      () => workflow.resume({ actor: null, correlationId: `payments-${ids.uuid()}` }),
      intervalMs,
      (error) => this.logger.warn(`Payments could not be resumed: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  async onApplicationShutdown(): Promise<void> {
    await this.periodic.stop();
  }

  run(): void {
    void this.periodic.run();
  }
}
