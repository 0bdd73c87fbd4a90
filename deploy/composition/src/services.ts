import type { DynamicModule } from '@nestjs/common';
import { AuthModule } from '@outlay/auth';
import { ExpensesModule } from '@outlay/expenses';
import { FxModule } from '@outlay/fx';
import { InvitesModule } from '@outlay/invites';
import type { MessageClient } from '@outlay/messaging';
import { ReportWorkerModule, ReportsModule } from '@outlay/reports';
import type { Clock, IdSource } from '@outlay/runtime';
import type { Stores } from './stores.js';

/** What every service of a process shares. */
export interface ServicePorts {
  readonly stores: Stores;
  readonly messages: MessageClient;
  readonly clock: Clock;
  readonly ids: IdSource;
  readonly jwtSecret: string;
  /** Whether other instances may run on the same stores. */
  readonly sharedStores: boolean;
}

/** Each service over the stores it owns. The worker that makes reports counts as one: it scales by itself. */
export const SERVICES = {
  auth: async ({ stores, messages, clock, ids, jwtSecret }) =>
    AuthModule.with({ documents: await stores.documents('auth'), messages, clock, ids, jwtSecret }),
  invites: async ({ stores, clock, ids }) =>
    InvitesModule.with({ documents: await stores.documents('invites'), clock, ids }),
  fx: async ({ stores, clock }) => FxModule.with({ documents: await stores.documents('fx'), clock }),
  expenses: async ({ stores, messages, clock, ids, sharedStores }) => {
    const [documents, eventStore] = await Promise.all([stores.documents('expenses'), stores.events()]);
    return ExpensesModule.with({ documents, eventStore, messages, clock, ids, sharedStores });
  },
  reports: async ({ stores, clock, ids }) => {
    const [documents, jobs] = await Promise.all([stores.documents('reports'), stores.jobs()]);
    return ReportsModule.with({ documents, jobs, clock, ids });
  },
  'report-worker': async ({ stores, messages, clock }) => {
    const [documents, jobs, blobs] = await Promise.all([stores.documents('reports'), stores.jobs(), stores.blobs()]);
    return ReportWorkerModule.with({ documents, jobs, blobs, messages, clock });
  },
} satisfies Record<string, (ports: ServicePorts) => Promise<DynamicModule>>;

export type ServiceName = keyof typeof SERVICES;
export const SERVICE_NAMES = Object.keys(SERVICES) as readonly ServiceName[];
