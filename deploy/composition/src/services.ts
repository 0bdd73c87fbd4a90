import type { DynamicModule, INestMicroservice } from '@nestjs/common';
import { blobCondition } from '@outlay/blobs';
import { receiptBlobKey, type ReceiptRef } from '@outlay/contracts';
import type { RateUrls } from '@outlay/fx';
import type { MessageClient } from '@outlay/messaging';
import type { Clock, IdSource } from '@outlay/time';
import type { WitnessSetting } from './config.js';
import { requireTrail } from './required-trail.js';
import type { Stores } from './stores.js';
import { verifyInThread } from './verify-in-thread.js';

export interface ServicePorts {
  readonly stores: Stores;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly jwtSecret: string;
  readonly acceptedJwtSecret: string | null;
  readonly fourEyes: boolean;
  /** `audit` signs checkpoints with it, and `expenses` verifies the log before it makes its read models. */
  readonly auditKey: string | null;
  readonly previousAuditKey: string | null;
  readonly witnesses: readonly WitnessSetting[];
  readonly rateUrls: RateUrls;
  /** Whether other instances may run on the same stores. */
  readonly sharedStores: boolean;
}

export interface Service {
  readonly module: DynamicModule;
  /** The dependencies of the service besides messages and stores. */
  readonly isReady?: (app: INestMicroservice) => Record<string, boolean>;
  /** Further details for an operator, which do not affect readiness. */
  readonly details?: (app: INestMicroservice) => Record<string, unknown>;
}

/** The report worker scales independently. Imports on demand load only the services that a process runs. */
export const SERVICES = {
  auth: async ({ stores, sharedStores, messages, clock, ids, jwtSecret, acceptedJwtSecret, fourEyes }) => {
    const { AuthModule } = await import('@outlay/auth');
    const [documents, eventStore] = await Promise.all([stores.documents('auth'), stores.events()]);
    const secrets = { jwtSecret, acceptedJwtSecret };
    return {
      module: AuthModule.with({ documents, eventStore, messages, clock, ids, ...secrets, fourEyes, sharedStores }),
    };
  },
  invites: async ({ stores, messages, clock, ids, fourEyes }) => {
    const { InvitesModule } = await import('@outlay/invites');
    const [documents, eventStore] = await Promise.all([stores.documents('invites'), stores.events()]);
    return { module: InvitesModule.with({ documents, eventStore, messages, clock, ids, fourEyes }) };
  },
  fx: async ({ stores, clock, rateUrls }) => {
    const { FxModule } = await import('@outlay/fx');
    return { module: FxModule.with({ documents: await stores.documents('fx'), clock, rateUrls }) };
  },
  expenses: async ({ stores, messages, clock, ids, auditKey, previousAuditKey, sharedStores }) => {
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
    await requireTrail(stores, { auditKey: requireKey(auditKey), previousAuditKey });
    return {
      module: ExpensesModule.with({
        documents,
        eventStore,
        pastEvents: stores.eventsOptions(),
        messages,
        receipts,
        clock,
        ids,
        sharedStores,
      }),
      isReady: (app) => ({ readModels: app.get(Projector).isReady() && app.get(TrailWatch).isKeepingUp() }),
      details: (app) => ({ trail: app.get(TrailWatch).latest }),
    };
  },
  audit: async ({ stores, messages, clock, ids, auditKey, previousAuditKey, witnesses, sharedStores }) => {
    const { AuditModule, LogWatch } = await import('@outlay/audit');
    const [documents, eventStore, blobs] = await Promise.all([
      stores.documents('audit'),
      stores.events(),
      stores.blobs(),
    ]);
    const secrets = { auditKey: requireKey(auditKey), previousAuditKey };
    const verify = verifyInThread({ ...stores.places, secrets });
    return {
      module: AuditModule.with({
        documents,
        eventStore,
        blobs,
        messages,
        secrets,
        witnesses,
        verify,
        clock,
        ids,
        sharedStores,
      }),
      details: (app) => ({ log: { broken: app.get(LogWatch).broken } }),
    };
  },
  reports: async ({ stores, clock, ids }) => {
    const { ReportsModule } = await import('@outlay/reports');
    const [documents, jobs] = await Promise.all([stores.documents('reports'), stores.jobs()]);
    return { module: ReportsModule.with({ documents, jobs, clock, ids }) };
  },
  'report-worker': async ({ stores, messages, clock }) => {
    const { ReportWorkerModule } = await import('@outlay/reports');
    const [documents, jobs, blobs] = await Promise.all([stores.documents('reports'), stores.jobs(), stores.blobs()]);
    return { module: ReportWorkerModule.with({ documents, jobs, blobs, messages, clock }) };
  },
} satisfies Record<string, (ports: ServicePorts) => Promise<Service>>;

function requireKey(auditKey: string | null): string {
  if (auditKey === null) throw new Error('There is no audit key');
  return auditKey;
}

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];

export type PartName = 'gateway' | ServiceName;
export const PART_NAMES: readonly PartName[] = ['gateway', ...SERVICE_NAMES];
