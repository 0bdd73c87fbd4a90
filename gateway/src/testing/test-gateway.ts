import { Logger, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import { systemIds } from '@outlay/time';
import { tempFolder } from '@outlay/testing';
import { createGateway, type GatewayPorts } from '../index.js';
import { sessionToken } from './session-token.js';
import { TestAudit } from './test-audit.js';
import { TestExpenses } from './test-expenses.js';
import { TestRates } from './test-rates.js';
import { TestReports } from './test-reports.js';
import { AUDIT_TOKEN, TestUsers } from './test-users.js';
import { SECRET } from './session-token.js';

/** No test waits for it, and no stall of a busy machine lasts as long. */
const TIMEOUT_MS = 30_000;

@Module({ controllers: [TestUsers, TestExpenses, TestAudit, TestRates, TestReports] })
class TestServices {}

export interface TestGateway {
  readonly url: string;
  readonly blobs: Blobs;
  readonly app: NestFastifyApplication;
  call(path: string, options?: RequestInit & { as?: string; json?: unknown }): Promise<Response>;
  close(): Promise<void>;
}

/** `prepare` is called before the gateway listens. */
export async function startTestGateway(
  ports: Partial<GatewayPorts> = {},
  prepare: (gateway: NestFastifyApplication) => void = () => undefined,
): Promise<TestGateway> {
  Logger.overrideLogger(false);
  const hub = new MessageHub();
  const services = await NestFactory.createMicroservice<MicroserviceOptions>(TestServices, {
    strategy: new InProcessServer(hub, 50),
    logger: false,
  });
  await services.listen();
  const folder = await tempFolder('gateway');
  const blobs = await openBlobs({ folder: folder.path });
  const gateway = await createGateway({
    messages: new MessageClient(new InProcessClient(hub), TIMEOUT_MS),
    blobs,
    jwtSecret: SECRET,
    clock: { now: () => new Date('2026-03-01T10:00:00Z') },
    ids: systemIds,
    webRoot: null,
    isReady: () => ({ messages: true }),
    ...ports,
  });
  prepare(gateway);
  await gateway.listen(0, '127.0.0.1');
  const url = (await gateway.getUrl()).replace('[::1]', '127.0.0.1');

  return {
    url,
    blobs,
    app: gateway,
    call(path, { as, json, headers, ...options } = {}) {
      const all = new Headers(headers);
      if (as !== undefined) all.set('authorization', `Bearer ${as === 'token' ? AUDIT_TOKEN : sessionToken(as)}`);
      if (json !== undefined) all.set('content-type', 'application/json');
      return fetch(url + path, {
        ...options,
        headers: all,
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      });
    },
    async close() {
      await gateway.close();
      await services.close();
      await blobs.close();
      await folder.remove();
    },
  };
}
