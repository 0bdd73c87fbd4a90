import { Inject, Injectable, Logger } from '@nestjs/common';
import { StreamBroken } from '@outlay/event-sourcing';
import { brokenTrails } from '@outlay/telemetry';
import type { Clock } from '@outlay/time';
import { CLOCK } from '../ports.js';
import { QuarantineStore } from './quarantine.store.js';

const RETRIED = 100;

export type Broken = Pick<StreamBroken, 'stream' | 'revision' | 'finding'>;

/** Null if a store failed, which is not the event's fault. */
export function brokenBy({ stream, revision }: Omit<Broken, 'finding'>, error: unknown): Broken | null {
  if (error instanceof StreamBroken) return error;
  if (!(error instanceof TypeError || error instanceof RangeError)) return null;
  return { stream, revision, finding: `revision ${revision} cannot be projected: ${error.message}` };
}

/** Quarantines, by name, streams that are broken or cannot be read, so that all others continue. */
@Injectable()
export class Quarantine {
  private readonly logger = new Logger('Trail');
  private readonly logged = new Set<string>();

  constructor(
    private readonly store: QuarantineStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async add({ stream, revision, finding }: Broken): Promise<void> {
    brokenTrails.inc();
    if (!this.logged.has(stream)) this.logger.error(`${stream} is kept apart: ${finding}`);
    this.logged.add(stream);
    await this.store.record({ _id: stream, revision, finding, foundAt: this.clock.now().toISOString() });
  }

  /** Tries to project each again, as after a restored backup or an upgrade. True if one of them holds now. */
  async retry(project: (stream: string) => Promise<void>): Promise<boolean> {
    let hasHealed = false;
    for (const { _id: stream } of await this.store.list(RETRIED)) {
      try {
        await project(stream);
      } catch (error) {
        if (brokenBy({ stream, revision: 0 }, error)) continue;
        throw error;
      }
      await this.store.remove(stream);
      this.logged.delete(stream);
      this.logger.log(`${stream} holds again`);
      hasHealed = true;
    }
    return hasHealed;
  }
}
