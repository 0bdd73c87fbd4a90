import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import type { DynamicModule, LogLevel } from '@nestjs/common';
import { AuthModule } from '@outlay/auth';
import { openBlobs, type Blobs } from '@outlay/blobs';
import { isReady, openDocuments } from '@outlay/documents';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { ExpensesModule, Projector } from '@outlay/expenses';
import { FxModule } from '@outlay/fx';
import { createGateway } from '@outlay/gateway';
import { InvitesModule } from '@outlay/invites';
import { openJobs } from '@outlay/jobs';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import { ReportWorkerModule, ReportsModule } from '@outlay/reports';
import { systemClock, systemIds, type Clock, type IdSource } from '@outlay/runtime';
import { installationSecret } from './secret.js';

export interface StandaloneOptions {
  readonly dataDir: string;
  readonly webRoot: string | null;
  readonly jwtSecret?: string | null;
  readonly trustedProxies?: readonly string[];
  readonly clock?: Clock;
  readonly ids?: IdSource;
  readonly logLevels?: LogLevel[];
}

export interface Standalone {
  readonly gateway: NestFastifyApplication;
  /** Messages to the services, for tools that run in the same process. */
  readonly messages: MessageClient;
  readonly eventStore: EventStore;
  readonly blobs: Blobs;
  close(): Promise<void>;
}

/** The whole product in one process on the embedded stores: gateway, five services and the report worker. */
export async function createStandalone(options: StandaloneOptions): Promise<Standalone> {
  const { dataDir, webRoot, clock = systemClock, ids = systemIds, logLevels = ['warn', 'error'] } = options;
  await mkdir(join(dataDir, 'documents'), { recursive: true, mode: 0o700 });
  const jwtSecret = options.jwtSecret ?? (await installationSecret(dataDir, ids));

  const file = (name: string) => join(dataDir, 'documents', `${name}.db`);
  const [eventStore, jobs, blobs, auth, invites, fx, expenses, reports] = await Promise.all([
    openEventStore({ file: join(dataDir, 'events.db') }),
    openJobs({ file: join(dataDir, 'jobs.db') }),
    openBlobs({ folder: join(dataDir, 'blobs') }),
    openDocuments({ file: file('auth') }),
    openDocuments({ file: file('invites') }),
    openDocuments({ file: file('fx') }),
    // Read models can be rebuilt from the events, so they need not wait for the disk.
    openDocuments({ file: file('expenses'), durability: 'normal' }),
    openDocuments({ file: file('reports') }),
  ]);

  const hub = new MessageHub();
  const messages = new MessageClient(new InProcessClient(hub));
  const modules = await Promise.all<DynamicModule>([
    AuthModule.with({ documents: auth, messages, clock, ids, jwtSecret }),
    InvitesModule.with({ documents: invites, clock, ids }),
    FxModule.with({ documents: fx, clock }),
    ExpensesModule.with({ documents: expenses, eventStore, messages, clock, ids }),
    ReportsModule.with({ documents: reports, jobs, clock, ids }),
    ReportWorkerModule.with({ documents: reports, jobs, blobs, messages, clock }),
  ]);
  const services = await Promise.all(
    modules.map((module) =>
      NestFactory.createMicroservice<MicroserviceOptions>(module, {
        strategy: new InProcessServer(hub),
        logger: logLevels,
      }),
    ),
  );
  await Promise.all(services.map((service) => service.listen()));

  const projector = services[modules.findIndex(({ module }) => module === ExpensesModule)]?.get(Projector);
  const documents = { auth, invites, fx, expenses, reports };
  const gateway = await createGateway({
    messages,
    blobs,
    jwtSecret,
    clock,
    ids,
    webRoot,
    trustedProxies: options.trustedProxies ?? [],
    isReady: async () => ({
      eventStore: await eventStore.isReady(),
      jobs: await jobs.isReady(),
      blobs: await blobs.isReady(),
      readModels: projector?.isReady() ?? false,
      ...Object.fromEntries(
        await Promise.all(
          Object.entries(documents).map(async ([name, connection]) => [name, await isReady(connection)] as const),
        ),
      ),
    }),
  });

  return {
    gateway,
    messages,
    eventStore,
    blobs,
    /** From the outside in: no request is taken any more before a service stops, no service works when a store closes. */
    close: async () => {
      await gateway.close();
      for (const service of services) await service.close();
      await Promise.all([
        jobs.close(),
        blobs.close(),
        eventStore.close(),
        ...Object.values(documents).map((d) => d.close()),
      ]);
    },
  };
}
