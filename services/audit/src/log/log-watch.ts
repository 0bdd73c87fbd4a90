import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { logBroken } from '@outlay/telemetry';
import { Periodic } from '@outlay/time';
import { LogPositionsStore } from './log-positions.store.js';

const INTERVAL_MS = 5_000;

/** Whether the log goes on, on every instance, whichever builds it. */
@Injectable()
export class LogWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  /** The reason why it has stopped; null before the first look as well. */
  broken: string | null = null;
  private readonly periodic = new Periodic(
    () => this.look(),
    INTERVAL_MS,
    // The last known state stays; the readiness of the store says that it cannot be read.
    () => undefined,
  );

  constructor(private readonly positions: LogPositionsStore) {}

  onApplicationBootstrap(): void {
    this.periodic.start();
    void this.periodic.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.periodic.stop();
  }

  async look(): Promise<void> {
    const { broken } = await this.positions.head();
    this.broken = broken;
    logBroken.set(broken === null ? 0 : 1);
  }
}
