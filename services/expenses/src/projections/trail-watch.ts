import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import type { EventStore, Position } from '@outlay/event-store';
import { projectionLagEvents, projectionLagSeconds, quarantinedStreams } from '@outlay/telemetry';
import { Periodic, type Clock } from '@outlay/time';
import { CLOCK, EVENT_STORE } from '../ports.js';
import { PROJECTED_PREFIXES } from '../stream/stream-types.js';
import { CheckpointStore } from './checkpoint.store.js';
import { QuarantineStore } from './quarantine.store.js';

const INTERVAL_MS = 5_000;
/** The count stops here, because more would cost more than it says. */
const COUNTED = 500;
const NAMED = 100;
/** The lag is tolerated for longer than any burst, and a server's restart, takes. */
const TOLERATED_SECONDS = 60;

interface TrailState {
  readonly quarantined: number;
  /** The names of the streams that were found first. */
  readonly streams: readonly string[];
  readonly behind: { readonly events: number; readonly seconds: number };
}

/** Measures the projector's lag independently, so that a projector that stopped shows. */
@Injectable()
export class TrailWatch implements OnApplicationBootstrap, OnApplicationShutdown {
  latest: TrailState | null = null;
  private readonly logger = new Logger('Trail');
  private readonly periodic: Periodic;
  /** The time of the oldest event that is not projected, or the time of the last known value. */
  private behindSince: number;
  private isBehind = false;
  private isUnreadable = false;

  constructor(
    @Inject(EVENT_STORE) private readonly events: Pick<EventStore, 'readAll'>,
    @Inject(CheckpointStore) private readonly checkpoint: { load(): Promise<Position | null> },
    @Inject(QuarantineStore) private readonly quarantine: Pick<QuarantineStore, 'count' | 'list'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    this.behindSince = clock.now().getTime();
    this.periodic = new Periodic(
      () => this.look(),
      INTERVAL_MS,
      (error) => {
        this.isBehind = true;
        // The projector's progress is unknown, and the projector cannot continue either.
        projectionLagSeconds.set(this.secondsBehind());
        if (!this.isUnreadable) this.logger.warn(`How far the read models are cannot be read: ${String(error)}`);
        this.isUnreadable = true;
      },
    );
  }

  onApplicationBootstrap(): void {
    this.periodic.start();
    void this.run();
  }

  onApplicationShutdown(): Promise<void> {
    return this.periodic.stop();
  }

  isKeepingUp(): boolean {
    return !this.isBehind || this.secondsBehind() <= TOLERATED_SECONDS;
  }

  /** Never rejects. */
  run(): Promise<void> {
    return this.periodic.run();
  }

  /** Looks again if the lists were behind: the events of then are usually projected by now. Null if nothing is known. */
  async behindNow(): Promise<TrailState['behind'] | null> {
    if (this.latest && this.latest.behind.events > 0) await this.run();
    return this.latest?.behind ?? null;
  }

  async look(): Promise<void> {
    const position = await this.checkpoint.load();
    const behind = await this.unprojected(position);
    const quarantined = await this.quarantine.count();
    const streams = (await this.quarantine.list(NAMED)).map(({ _id }) => _id);
    this.latest = { behind, quarantined, streams };
    projectionLagEvents.set(behind.events);
    projectionLagSeconds.set(behind.seconds);
    quarantinedStreams.set(quarantined);
    if (this.isUnreadable) this.logger.log('How far the read models are can be read again');
    this.isUnreadable = false;
  }

  private async unprojected(after: Position | null): Promise<TrailState['behind']> {
    const events = await this.events.readAll({ prefixes: PROJECTED_PREFIXES, after, limit: COUNTED });
    const [oldest] = events;
    this.isBehind = oldest !== undefined;
    this.behindSince = oldest ? Date.parse(oldest.recordedAt) : this.clock.now().getTime();
    return { events: events.length, seconds: this.secondsBehind() };
  }

  private secondsBehind(): number {
    return Math.max(0, (this.clock.now().getTime() - this.behindSince) / 1000);
  }
}
