import 'reflect-metadata';
import { Logger } from '@nestjs/common';
import {
  inboxPrefix,
  ProcessLogger,
  ReadinessMonitor,
  PART_NAMES,
  readPartConfig,
  serveOperations,
  startTracing,
  startWithRetries,
  Stores,
  type Readiness,
} from '@outlay/composition';
import { openMessaging } from '@outlay/messaging';
import { redisReceivedMessages } from './redis-received-messages.js';
import type { RunningPart } from './running-part.js';
import { startGateway } from './start-gateway.js';
import { startService } from './start-service.js';

/** The deadline is longer than the slowest handler, and shorter than the grace period of a cluster. */
const CLOSE_MS = 25_000;

/** @throws Error if the configuration is not usable */
export async function runPart(name: string | undefined, environment: NodeJS.ProcessEnv, projectRoot: string) {
  const part = PART_NAMES.find((known) => known === name);
  if (!part) throw new Error(`Name the part to start, one of: ${PART_NAMES.join(', ')}`);
  const config = readPartConfig(part, environment, projectRoot);
  const logger = new ProcessLogger(part, config.logFormat, ['log', 'warn', 'error', 'fatal']);
  Logger.overrideLogger(logger);
  const stopTracing = config.tracesUrl === null ? null : await startTracing(part, config.tracesUrl);

  const stores = new Stores(config.dataDir, config.backing);
  let running: RunningPart | null = null;
  const { redis } = config.backing;
  const received = redis === null || part === 'gateway' ? null : redisReceivedMessages(redis);
  const messaging = await openMessaging({
    url: config.natsUrl,
    access: config.natsAccess,
    secretKey: config.jwtSecret,
    acceptedKey: config.acceptedJwtSecret,
    name: `outlay-${part}`,
    inboxPrefix: inboxPrefix(part),
    received,
  });
  const stopping = new AbortController();
  const ports = { config, messaging, stores, logger, stopping: stopping.signal };
  const start = () =>
    part === 'gateway'
      ? startGateway(
          ports,
          () => readiness(),
          () => missing(),
        )
      : startService(part, ports);

  const monitor = new ReadinessMonitor(async () => ({
    messages: await messaging.isReady(),
    ...(await stores.isReady()),
  }));

  const missing = () => [...(monitor.latest().messages === false ? ['NATS_URL'] : []), ...stores.missingServers()];
  // Readiness shows what the part waits for until it has started.
  const readiness: Readiness = () =>
    running ? { ...monitor.latest(), ...running.isReady?.() } : { ...monitor.latest(), started: false };
  // Probes must see the start, and the first check waits for every server.
  const operations =
    config.operationsPort === null
      ? null
      : await serveOperations({
          host: config.host,
          port: config.operationsPort,
          part,
          readiness,
          details: () => ({ missing: missing(), ...running?.details?.() }),
        });
  await monitor.start();

  const close = async (closing: RunningPart | null) => {
    running = null;
    await monitor.stop();
    await closing?.close();
    await messaging.close();
    received?.close();
    await stores.close();
    await operations?.close();
    await stopTracing?.();
  };
  const started = startWithRetries({ start, stores, stopping: stopping.signal });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      stopping.abort();
      globalThis.setTimeout(() => process.exit(1), CLOSE_MS).unref();
      started.then(close).then(
        () => process.exit(0),
        (error: unknown) => {
          logger.error(`Closing failed: ${String(error)}`);
          process.exit(1);
        },
      );
    });
  }
  running = await started;
  if (running === null) return;
  await monitor.start();
  logger.log('Started', part);
}
