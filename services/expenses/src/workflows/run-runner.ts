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
import { RunWorkflow } from './run.workflow.js';

const INTERVAL_MS = 15_000;

/** Makes the payments of runs in the background: at once after their start, and at an interval what is still open. */
@Injectable()
export class RunRunner implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger('Runs');
  private readonly periodic: Periodic;
  private readonly running = new Map<string, Promise<void>>();
  private isStopped = false;

  constructor(
    @Inject(RunWorkflow) private readonly workflow: Pick<RunWorkflow, 'pay' | 'open'>,
    @Inject(IDS) private readonly ids: IdSource,
    @Optional() intervalMs = INTERVAL_MS,
  ) {
    this.periodic = new Periodic(
      async () => (await workflow.open()).forEach((runId) => this.run(runId)),
      intervalMs,
      (error) => this.logger.warn(`Runs could not be resumed: ${String(error)}`),
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
  }

  /** The payment that is being made is finished first; the others are made after the next start. */
  async onApplicationShutdown(): Promise<void> {
    this.isStopped = true;
    await this.periodic.stop();
    await Promise.all(this.running.values());
  }

  resume(): Promise<void> {
    return this.periodic.run();
  }

  /** Does nothing if the run is being paid here. */
  run(runId: string): void {
    if (this.isStopped || this.running.has(runId)) return;
    const context = { actor: null, correlationId: `run-${this.ids.uuid()}` };
    const done = this.workflow
      .pay(runId, context, () => !this.isStopped)
      .catch((error: unknown) => this.logger.warn(`Run ${runId} is not finished yet: ${String(error)}`))
      .finally(() => this.running.delete(runId));
    this.running.set(runId, done);
  }
}
