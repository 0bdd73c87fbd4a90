import { NestFactory } from '@nestjs/core';
import { FxModule } from './fx.module.js';
import type { FxPorts } from './ports.js';
import { Rates } from './rates.js';
import { Refresher } from './refresh/refresher.js';

/** The rates for a program that calls them itself, without messages. */
export async function openRates(ports: FxPorts) {
  const app = await NestFactory.createApplicationContext(FxModule.with(ports), { logger: false, abortOnError: false });
  return { rates: app.get(Rates), refresher: app.get(Refresher), close: () => app.close() };
}
