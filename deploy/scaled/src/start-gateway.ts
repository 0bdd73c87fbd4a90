import { Logger } from '@nestjs/common';
import type { Readiness } from '@outlay/composition';
import { systemIds } from '@outlay/ids';
import { systemClock } from '@outlay/time';
import { Redis } from 'ioredis';
import type { PartPorts, RunningPart } from './running-part.js';

export async function startGateway({ config, messaging, stores }: PartPorts, isReady: Readiness): Promise<RunningPart> {
  const { createGateway } = await import('@outlay/gateway');
  const { host, port, webRoot, trustedProxies, backing, jwtSecret, acceptedJwtSecret } = config;
  const counters = backing.redis === null ? null : connectCounters(backing.redis);
  const gateway = await createGateway({
    messages: messaging.client,
    blobs: await stores.blobs(),
    jwtSecret,
    acceptedJwtSecret,
    clock: systemClock,
    ids: systemIds,
    webRoot,
    trustedProxies,
    counters,
    isReady,
  });
  await gateway.listen(port, host);
  return {
    close: async () => {
      await gateway.close();
      counters?.disconnect();
    },
  };
}

/** Fails at once while Redis is down: logins must not wait for their rate limit. */
function connectCounters(url: string): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout: 500 });
  const logger = new Logger('Counters');
  let last = '';
  redis.on('error', ({ message }: Error) => {
    if (message !== last) logger.warn(message);
    last = message;
  });
  redis.on('ready', () => (last = ''));
  return redis;
}
