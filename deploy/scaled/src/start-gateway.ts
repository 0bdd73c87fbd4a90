import type { Readiness } from '@outlay/composition';
import { systemClock, systemIds } from '@outlay/time';
import { connectRedis } from './redis.js';
import type { PartPorts, RunningPart } from './running-part.js';

/** The grace is enough for requests on their way, and a small part of the time that a part has to stop. */
const DRAIN_MS = 2_000;

export async function startGateway(
  { config, messaging, stores }: PartPorts,
  isReady: Readiness,
  missing: () => readonly string[],
): Promise<RunningPart> {
  const { createGateway, openMail } = await import('@outlay/gateway');
  const { host, port, webRoot, trustedProxies, backing, mail, jwtSecret, acceptedJwtSecret } = config;
  const counters = backing.redis === null ? null : connectRedis(backing.redis, 'Counters');
  const gateway = await createGateway({
    messages: messaging.client,
    blobs: await stores.blobs(),
    jwtSecret,
    acceptedJwtSecret,
    clock: systemClock,
    ids: systemIds,
    webRoot,
    trustedProxies,
    mail: openMail(mail),
    counters,
    drainMs: DRAIN_MS,
    isReady,
    missing,
  });
  await gateway.listen(port, host);
  return {
    close: async () => {
      await gateway.close();
      counters?.disconnect();
    },
  };
}
