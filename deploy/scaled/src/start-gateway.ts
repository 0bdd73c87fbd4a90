import type { Readiness } from '@outlay/composition';
import { systemClock, systemIds } from '@outlay/runtime';
import type { RunningPart } from './part.js';
import type { PartPorts } from './start-service.js';

/** The gateway, serving the API and the client over HTTP. */
export async function startGateway(
  { config, messaging, stores, jwtSecret }: PartPorts,
  isReady: Readiness,
): Promise<RunningPart> {
  const { createGateway } = await import('@outlay/gateway');
  const { host, port, webRoot, trustedProxies } = config;
  const gateway = await createGateway({
    messages: messaging.client,
    blobs: await stores.blobs(),
    jwtSecret,
    clock: systemClock,
    ids: systemIds,
    webRoot,
    trustedProxies,
    isReady,
  });
  await gateway.listen(port, host);
  return { close: () => gateway.close() };
}
