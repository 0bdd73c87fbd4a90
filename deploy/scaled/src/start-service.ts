import type { LoggerService } from '@nestjs/common';
import { checkInstallation, createService, firstInvite, type ServiceName } from '@outlay/composition';
import type { Messaging } from '@outlay/messaging';
import { systemClock, systemIds } from '@outlay/time';
import { setTimeout } from 'node:timers/promises';
import type { PartPorts, RunningPart } from './running-part.js';

const RETRY_MS = 1_000;
const READINESS_POLL_MS = 100;

export async function startService(
  name: ServiceName,
  { config, messaging, stores, logger, stopping }: PartPorts,
): Promise<RunningPart> {
  const ports = {
    stores,
    messages: messaging.client,
    clock: systemClock,
    ids: systemIds,
    jwtSecret: config.jwtSecret,
    acceptedJwtSecret: config.acceptedJwtSecret,
    fourEyes: config.fourEyes,
    auditKey: config.auditKey,
    previousAuditKey: config.previousAuditKey,
    witnesses: config.witnesses,
    rateUrls: config.rateUrls,
    sharedStores: true,
  };
  if (name === 'expenses' || name === 'audit') await checkInstallation(stores, systemIds, ['eventStore', name]);
  const { app, init, isReady, details } = await createService(name, ports, messaging, logger);
  try {
    await init();
    // An instance whose read models lag would return stale data; one with another secret would refuse every request.
    while (!stopping.aborted && !(Object.values(isReady()).every(Boolean) && (await messaging.isReady()))) {
      await setTimeout(READINESS_POLL_MS, undefined, { signal: stopping }).catch(() => undefined);
    }
    if (!stopping.aborted) await app.listen();
  } catch (error) {
    // The started application would run beside the next attempt.
    await app.close().catch((failure: unknown) => logger.warn(`Closing ${name} failed: ${String(failure)}`));
    throw error;
  }
  if (name === 'auth') void logFirstInvite(config.publicUrl, messaging, logger, stopping);
  return { isReady, details, close: () => app.close() };
}

async function logFirstInvite(publicUrl: string, { client }: Messaging, logger: LoggerService, closing: AbortSignal) {
  while (!closing.aborted) {
    try {
      const token = await firstInvite(client);
      if (token) logger.log(`Register the first super admin: ${publicUrl}/register?invite=${token}`);
      return;
    } catch {
      await setTimeout(RETRY_MS, undefined, { signal: closing }).catch(() => undefined);
    }
  }
}
