import type { INestMicroservice, LoggerService, LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { NestMicroservice, type MicroserviceOptions } from '@nestjs/microservices';
import type { Messaging } from '@outlay/messaging';
import { SERVICES, type Service, type ServiceName, type ServicePorts } from './services.js';

/** The service takes messages once `app.listen()` is called, which also initialises it unless `init` has done so. */
export async function createService(
  name: ServiceName,
  ports: ServicePorts,
  messaging: Messaging,
  logger: LoggerService | LogLevel[],
) {
  const { module, isReady, details }: Service = await SERVICES[name](ports);
  const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
    strategy: messaging.server(name),
    logger,
    abortOnError: false,
  });
  return {
    app,
    init: () => initialise(app),
    isReady: () => isReady?.(app) ?? {},
    details: () => details?.(app) ?? {},
  };
}

async function initialise(app: INestMicroservice): Promise<void> {
  // Nest 12.1 would call the hooks twice, and nothing would ever stop what the first calls started.
  if (app instanceof NestMicroservice) app.setIsInitHookCalled(true);
  await app.init();
}
