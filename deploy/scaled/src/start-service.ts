import type { LoggerService } from '@nestjs/common';
import { createService, firstInvite, type Config, type ServiceName, type Stores } from '@outlay/composition';
import type { Messaging } from '@outlay/messaging';
import { systemIds } from '@outlay/ids';
import { systemClock } from '@outlay/time';
import { setTimeout } from 'node:timers/promises';
import type { RunningPart } from './part.js';

export interface PartPorts {
  readonly config: Config;
  readonly messaging: Messaging;
  readonly stores: Stores;
  readonly jwtSecret: string;
  readonly logger: LoggerService;
  /** Tells that the process is to end, also while a part still starts. */
  readonly stopping: AbortSignal;
}

const RETRY_MS = 1_000;
/** How often a service is asked whether it can work before it takes messages. */
const LOOK_MS = 100;

/** One service behind NATS: any number of instances share its messages. */
export async function startService(
  name: ServiceName,
  { config, messaging, stores, jwtSecret, logger, stopping }: PartPorts,
): Promise<RunningPart> {
  const ports = {
    stores,
    messages: messaging.client,
    clock: systemClock,
    ids: systemIds,
    jwtSecret,
    rateUrls: config.rateUrls,
    sharedStores: true,
  };
  const { app, isReady } = await createService(name, ports, messaging, logger);
  await app.init();
  // One whose read models have yet to catch up would answer with less than there is, beside others that know all.
  while (!stopping.aborted && !Object.values(isReady()).every(Boolean)) {
    await setTimeout(LOOK_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  if (!stopping.aborted) await app.listen();
  if (name === 'auth') void invite(config.publicUrl, messaging, logger, stopping);
  return { isReady: async () => isReady(), close: () => app.close() };
}

/** Says where the first super admin registers, once the invites service is there to be asked. */
async function invite(publicUrl: string, { client }: Messaging, logger: LoggerService, closing: AbortSignal) {
  while (!closing.aborted) {
    try {
      const token = await firstInvite(client);
      if (token) logger.log(`Register the first super admin: ${publicUrl}/register?invite=${token}`);
      return;
    } catch {
      // Not there yet.
      await setTimeout(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  }
}
