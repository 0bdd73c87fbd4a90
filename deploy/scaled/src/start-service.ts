import type { LoggerService } from '@nestjs/common';
import { createService, firstInvite, type Config, type ServiceName, type Stores } from '@outlay/composition';
import type { Messaging } from '@outlay/messaging';
import { systemClock, systemIds } from '@outlay/runtime';
import { setTimeout } from 'node:timers/promises';
import type { RunningPart } from './part.js';

export interface PartPorts {
  readonly config: Config;
  readonly messaging: Messaging;
  readonly stores: Stores;
  readonly jwtSecret: string;
  readonly logger: LoggerService;
}

const RETRY_MS = 1_000;

/** One service behind NATS: any number of instances share its messages. */
export async function startService(
  name: ServiceName,
  { config, messaging, stores, jwtSecret, logger }: PartPorts,
): Promise<RunningPart> {
  const ports = {
    stores,
    messages: messaging.client,
    clock: systemClock,
    ids: systemIds,
    jwtSecret,
    sharedStores: true,
  };
  const { app, isReady } = await createService(name, ports, messaging, logger);
  await app.listen();
  const closing = new AbortController();
  if (name === 'auth') void invite(config.publicUrl, messaging, logger, closing.signal);
  return {
    isReady: async () => isReady(),
    close: async () => {
      closing.abort();
      await app.close();
    },
  };
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
