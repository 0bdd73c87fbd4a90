import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { blobCondition } from '@outlay/blobs';
import { receiptBlobKey, type ReceiptRef } from '@outlay/contracts';
import type { RateUrls } from '@outlay/fx';
import type { MessageClient } from '@outlay/messaging';
import type { IdSource } from '@outlay/ids';
import type { Clock } from '@outlay/time';
import { auditPrivateKey } from './audit-key.js';
import type { WitnessSetting } from './config.js';
import type { Stores } from './stores.js';
import { UnusableStores } from './unusable-stores.js';

export interface ServicePorts {
  readonly stores: Stores;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly jwtSecret: string;
  readonly acceptedJwtSecret: string | null;
  /** Signs checkpoints; only `expenses` needs it. */
  readonly auditKey: string | null;
  readonly witnesses: readonly WitnessSetting[];
  readonly rateUrls: RateUrls;
  /** Whether other instances may run on the same stores. */
  readonly sharedStores: boolean;
}

export interface Service {
  readonly module: DynamicModule;
  /** Covers what the service depends on besides messages and stores. */
  readonly isReady?: (app: INestMicroservice) => Record<string, boolean>;
  /** What an operator may want to know besides; it does not affect readiness. */
  readonly details?: (app: INestMicroservice) => Record<string, unknown>;
}

/** About a second each: on servers a stream takes a request, in a file a read from the disk. */
const COMPARED = { onServers: 1_000, inFiles: 10_000 };

async function requireEvents(stores: Stores, limit: number): Promise<void> {
  const { findMissingEvent } = await import('@outlay/expenses');
  const missing = await findMissingEvent(await stores.documents('expenses'), await stores.events(), limit);
  if (missing === null) return;
  const [events, readModel] = [stores.placeOf('eventStore'), stores.placeOf('expenses')];
  throw new UnusableStores(
    `${events} lacks ${missing}, which ${readModel} was made from. Restore both from the same backup. If there is none, ` +
      `move ${readModel} away: it is made again from the events that are left, and the others are lost.`,
  );
}

/** The report worker scales independently. Imports on demand load only the services that a process runs. */
export const SERVICES = {
  auth: async ({ stores, messages, clock, ids, jwtSecret, acceptedJwtSecret }) => {
    const { AuthModule } = await import('@outlay/auth');
    const [documents, eventStore] = await Promise.all([stores.documents('auth'), stores.events()]);
    return { module: AuthModule.with({ documents, eventStore, messages, clock, ids, jwtSecret, acceptedJwtSecret }) };
  },
  invites: async ({ stores, clock, ids }) => {
    const { InvitesModule } = await import('@outlay/invites');
    return { module: InvitesModule.with({ documents: await stores.documents('invites'), clock, ids }) };
  },
  fx: async ({ stores, clock, rateUrls }) => {
    const { FxModule } = await import('@outlay/fx');
    return { module: await FxModule.with({ documents: await stores.documents('fx'), clock, rateUrls }) };
  },
  expenses: async ({ stores, messages, clock, ids, auditKey, witnesses, sharedStores }) => {
    const { ExpensesModule, Projector, TrailWatch } = await import('@outlay/expenses');
    const [documents, eventStore, blobs] = await Promise.all([
      stores.documents('expenses'),
      stores.events(),
      stores.blobs(),
    ]);
    const receipts = {
      isIntact: async ({ sha256, size }: ReceiptRef) =>
        (await blobCondition(blobs, { key: receiptBlobKey(sha256), sha256, size })) === 'intact',
    };
    await requireEvents(stores, sharedStores ? COMPARED.onServers : COMPARED.inFiles);
    if (auditKey === null) throw new Error('There is no audit key');
    const auditLog = { blobs, privateKey: auditPrivateKey(auditKey), witnesses };
    return {
      module: await ExpensesModule.with({
        documents,
        eventStore,
        messages,
        receipts,
        auditLog,
        clock,
        ids,
        sharedStores,
      }),
      isReady: (app) => ({ readModels: app.get(Projector).isReady() && app.get(TrailWatch).isKeepingUp() }),
      details: (app) => ({ trail: app.get(TrailWatch).latest }),
    };
  },
  reports: async ({ stores, clock, ids }) => {
    const { ReportsModule } = await import('@outlay/reports');
    const [documents, jobs] = await Promise.all([stores.documents('reports'), stores.jobs()]);
    return { module: await ReportsModule.with({ documents, jobs, clock, ids }) };
  },
  'report-worker': async ({ stores, messages, clock }) => {
    const { ReportWorkerModule } = await import('@outlay/reports');
    const [documents, jobs, blobs] = await Promise.all([stores.documents('reports'), stores.jobs(), stores.blobs()]);
    return { module: ReportWorkerModule.with({ documents, jobs, blobs, messages, clock }) };
  },
} satisfies Record<string, (ports: ServicePorts) => Promise<Service>>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

export type PartName = 'gateway' | ServiceName;
export const PART_NAMES: readonly PartName[] = ['gateway', ...SERVICE_NAMES];
