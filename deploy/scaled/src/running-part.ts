import type { LoggerService } from '@nestjs/common';
import type { PartConfig, Readiness, Stores } from '@outlay/composition';
import type { Messaging } from '@outlay/messaging';

export interface PartPorts {
  readonly config: PartConfig;
  readonly messaging: Messaging;
  readonly stores: Stores;
  readonly logger: LoggerService;
  /** Aborted when the process stops, which may be during the start. */
  readonly stopping: AbortSignal;
}

export interface RunningPart {
  readonly isReady?: Readiness;
  readonly details?: () => Record<string, unknown>;
  close(): Promise<void>;
}
