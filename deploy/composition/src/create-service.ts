import type { LoggerService, LogLevel } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Messaging } from '@outlay/messaging';
import { SERVICES, type Service, type ServiceName, type ServicePorts } from './services.js';

/** The service takes messages once `app.listen()` is called. */
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
  return { app, isReady: () => isReady?.(app) ?? {}, details: () => details?.(app) ?? {} };
}
