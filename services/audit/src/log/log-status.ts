import { Logger } from '@nestjs/common';
import { logCaughtUpTime, logCheckpointTime, logSize, logWaitingEvents } from '@outlay/telemetry';
import type { Checkpoint } from '@outlay/transparency-log';
import { LogFileMissing } from './log-files.js';
import type { LogPositionsStore } from './log-positions.store.js';

/** The events, or the tiles made of them, are not those that a published checkpoint commits to. */
export class TrailBroken extends Error {
  constructor({ size }: Checkpoint, found: string) {
    super(`The checkpoint of ${size} events does not hold: ${found}`);
    this.name = 'TrailBroken';
  }
}

/** The state of the log for operators, metrics and the other instances. */
export class LogStatus {
  private readonly logger = new Logger('AuditLog');
  private recorded: string | null = null;
  private lastFailure: string | null = null;

  constructor(private readonly positions: LogPositionsStore) {}

  /** Called when this instance begins to build the log. */
  began(): void {
    logCaughtUpTime.setToCurrentTime();
  }

  opened(size: number, broken: string | null, checkpointAt: Date | null): void {
    this.recorded = broken;
    logSize.set(size);
    if (checkpointAt) logCheckpointTime.set(checkpointAt.getTime() / 1000);
  }

  saved(size: number, isPublished: boolean): void {
    logSize.set(size);
    if (isPublished) logCheckpointTime.setToCurrentTime();
  }

  async caughtUp(): Promise<void> {
    logWaitingEvents.set(0);
    logCaughtUpTime.setToCurrentTime();
    this.lastFailure = null;
    await this.record(null);
  }

  /** A store that is down does not break the log. */
  async failed(error: unknown): Promise<void> {
    if (!(error instanceof TrailBroken || error instanceof RangeError || error instanceof LogFileMissing)) return;
    await this.record(error.message).catch(() => undefined);
  }

  /** Called when another instance builds the log. */
  left(): void {
    logWaitingEvents.set(0);
  }

  warn(error: unknown): void {
    const failure = String(error);
    if (failure === this.lastFailure) return;
    this.lastFailure = failure;
    this.logger.error(`New events are not in the log: ${failure}`);
  }

  private async record(broken: string | null): Promise<void> {
    if (this.recorded === broken) return;
    await this.positions.setBroken(broken);
    this.recorded = broken;
  }
}
