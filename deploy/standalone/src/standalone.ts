import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { Logger, type LoggerService, type LogLevel } from '@nestjs/common';
import type { Blobs } from '@outlay/blobs';
import {
  checkFiles,
  checkInstallation,
  createService,
  lockDataFolder,
  ReadinessMonitor,
  SERVICE_NAMES,
  startWithRetries,
  Stores,
  EMBEDDED,
  type BackingUrls,
  type MailSetting,
  type Readiness,
  type ServicePorts,
  type WitnessSetting,
} from '@outlay/composition';
import type { EventStore } from '@outlay/event-store';
import type { RateUrls } from '@outlay/fx';
import { createGateway, openMail } from '@outlay/gateway';
import { openMessaging, type MessageClient, type Messaging, type NatsAccess } from '@outlay/messaging';
import { type Clock, type IdSource, systemClock, systemIds } from '@outlay/time';
import { installationAuditKey, installationSecret, previousAuditKeyOf } from './secret.js';

export interface StandaloneOptions {
  readonly dataDir: string;
  readonly webRoot: string | null;
  readonly jwtSecret?: string | null;
  readonly acceptedJwtSecret?: string | null;
  readonly fourEyes?: boolean;
  readonly auditKey?: string | null;
  readonly previousAuditKey?: string | null;
  readonly witnesses?: readonly WitnessSetting[];
  readonly trustedProxies?: readonly string[];
  readonly mail?: MailSetting | null;
  readonly backing?: BackingUrls;
  readonly natsAccess?: NatsAccess;
  readonly rateUrls?: RateUrls;
  readonly clock?: Clock;
  readonly ratesClock?: Clock;
  readonly ids?: IdSource;
  readonly logger?: LoggerService | LogLevel[];
  /** Serves readiness while the product still waits for its servers. */
  readonly serve?: (standalone: Pick<Standalone, 'gateway' | 'isReady' | 'details'>) => Promise<void>;
}

export interface Standalone {
  readonly gateway: NestFastifyApplication;
  readonly messages: MessageClient;
  readonly eventStore: EventStore;
  readonly blobs: Blobs;
  readonly isReady: Readiness;
  readonly details: () => Record<string, unknown>;
  close(): Promise<void>;
}

const NO_LIVE_RATES: RateUrls = { ecb: null, centralBanks: null, currencyApi: null };

/**
 * Waits for servers that cannot be used yet, and is served meanwhile, not ready.
 * @throws Error for the operator if another process uses the folder, or if it is not safe to run on
 */
export async function createStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { dataDir, backing = EMBEDDED } = options;
  const lock = await lockDataFolder(dataDir);
  const stores = new Stores(dataDir, backing, undefined, undefined, options.clock);
  const free = async () => {
    await stores.close();
    lock.release();
  };
  try {
    return await start(options, backing, stores, free);
  } catch (error) {
    await free();
    throw error;
  }
}

async function start(
  options: StandaloneOptions,
  backing: BackingUrls,
  stores: Stores,
  free: () => Promise<void>,
): Promise<Standalone> {
  const { dataDir, webRoot, clock = systemClock, ids = systemIds } = options;
  const {
    logger = ['warn', 'error'],
    rateUrls = NO_LIVE_RATES,
    acceptedJwtSecret = null,
    ratesClock = clock,
  } = options;
  // The logger is set before the first application sets it, so that servers that cannot be used are named.
  Logger.overrideLogger(logger);
  const jwtSecret = options.jwtSecret ?? (await installationSecret(dataDir, ids));
  await checkFiles(dataDir, backing, clock);
  const messaging = await openMessaging({
    url: backing.nats,
    access: options.natsAccess,
    secretKey: jwtSecret,
    acceptedKey: acceptedJwtSecret,
    name: 'outlay',
    clock,
  });
  const messages = messaging.client;
  let services: Awaited<ReturnType<typeof startServices>> | null = null;
  const blobs = await stores.blobs();
  const monitor = new ReadinessMonitor(async () => ({
    messages: await messaging.isReady(),
    ...(await stores.isReady()),
  }));
  const isReady: Readiness = () => ({
    ...monitor.latest(),
    ...(services ? Object.assign({}, ...services.map((service) => service.isReady())) : { started: false }),
  });
  const missing = () => stores.missingServers();
  const gateway = await createGateway({
    messages,
    blobs,
    jwtSecret,
    acceptedJwtSecret,
    clock,
    ids,
    webRoot,
    trustedProxies: options.trustedProxies ?? [],
    mail: openMail(options.mail ?? null),
    isReady,
    missing,
  });
  const details = () =>
    Object.assign({ missing: missing() }, ...(services ?? []).map((service) => service.details())) as Record<
      string,
      unknown
    >;
  const startOnce = async () => {
    await checkInstallation(stores, ids);
    const auditKey = options.auditKey ?? (await installationAuditKey(dataDir, ids));
    const previousAuditKey = options.previousAuditKey ?? (await previousAuditKeyOf(dataDir));
    const secrets = { jwtSecret, acceptedJwtSecret, auditKey, previousAuditKey };
    const { witnesses = [], fourEyes = false } = options;
    const ports = { stores, messages, clock, ids, ...secrets, fourEyes, witnesses, rateUrls, sharedStores: false };
    return startServices(ports, ratesClock, messaging, logger);
  };
  /** Requests end before services stop, and services stop before stores close. */
  const close = async () => {
    await gateway.close();
    await monitor.stop();
    for (const { app } of services ?? []) await app.close();
    await messaging.close();
  };
  const serve = async () => options.serve?.({ gateway, isReady, details });
  const hasServers = Object.values(backing).some((url) => url !== null);
  try {
    if (hasServers) {
      await monitor.start();
      await serve();
    }
    services = hasServers ? await startWithRetries({ start: startOnce, stores }) : await startOnce();
    await monitor.start();
    if (!hasServers) await serve();
  } catch (error) {
    await close();
    throw error;
  }
  return {
    gateway,
    messages,
    eventStore: await stores.events(),
    blobs,
    isReady,
    details,
    close: async () => {
      await close();
      await free();
    },
  };
}

/** Stops all services if one cannot start. */
async function startServices(
  ports: ServicePorts,
  ratesClock: Clock,
  messaging: Messaging,
  logger: LoggerService | LogLevel[],
) {
  const services = await Promise.all(
    SERVICE_NAMES.map((name) =>
      createService(name, name === 'fx' ? { ...ports, clock: ratesClock } : ports, messaging, logger),
    ),
  );
  const listening = await Promise.allSettled(services.map(({ app }) => app.listen()));
  const failed = listening.find(({ status }) => status === 'rejected');
  if (!failed) return services;
  await Promise.allSettled(services.map(({ app }) => app.close()));
  throw (failed as PromiseRejectedResult).reason;
}
