import { Logger } from '@nestjs/common';
import { StreamBroken } from '@outlay/event-sourcing';
import { brokenTrails } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import type { QuarantineStore } from './quarantine.store.js';

export type Broken = Pick<StreamBroken, 'stream' | 'revision' | 'finding'>;

/** Keeps apart, by name, the streams that do not hold or cannot be read, so that all others go on. */
export class Quarantine {
  private readonly logger = new Logger('Trail');
  private readonly logged = new Set<string>();

  constructor(
    private readonly store: QuarantineStore,
    private readonly clock: Clock,
  ) {}

  async add({ stream, revision, finding }: Broken): Promise<void> {
    brokenTrails.inc();
    if (!this.logged.has(stream)) this.logger.error(`${stream} is kept apart: ${finding}`);
    this.logged.add(stream);
    await this.store.record({ _id: stream, revision, finding, foundAt: this.clock.now().toISOString() });
  }
}
