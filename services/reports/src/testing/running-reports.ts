import { NestFactory } from '@nestjs/core';
import type { INestMicroservice } from '@nestjs/common';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { openBlobs, type Blobs } from '@outlay/blobs';
import {
  findReport,
  requestReport,
  type ExpenseView,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openJobs, type Jobs } from '@outlay/jobs';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import { addDecimals, type Role } from '@outlay/rules';
import { eventually, SeededIds, tempFolder, TestClock } from '@outlay/testing';
import { join } from 'node:path';
import { ReportReconciler } from '../jobs/report-reconciler.js';
import { ReportWorkerModule } from '../report-worker.module.js';
import { ReportsModule } from '../reports.module.js';
import { Payments, PaymentsDouble } from './payments-double.js';

export const system: MessageContext = { actor: null, correlationId: 'test' };
export const admin = as('u-sam', 'super_admin');
export const ana = as('u-ana', 'team_member');

/** What the gateway sends along for a signed-in user. */
export function as(id: string, role: Role): MessageContext {
  const email = `${id}@example.com`;
  return { actor: { id, email, name: id, role, reimbursementCurrency: 'EUR' }, correlationId: 'test' };
}

/** What the expenses service asks for when it has paid these. */
export function reportOf(
  paymentId: string,
  expenses: readonly ExpenseView[],
  changes: Partial<RequestOf<typeof requestReport>> = {},
): RequestOf<typeof requestReport> {
  return {
    paymentId,
    paidAt: '2026-05-07T09:30:00.000Z',
    userId: 'u-ana',
    userName: 'Ana Muñoz',
    currency: 'EUR',
    totalAmount: addDecimals(expenses.map(({ reimbursementAmount }) => reimbursementAmount ?? '0')),
    expenseIds: expenses.map(({ expenseId }) => expenseId),
    ...changes,
  };
}

/** The reports service on embedded stores in a folder of the test's own; its worker starts when told. */
export async function runReports() {
  const folder = await tempFolder('reports');
  const hub = new MessageHub();
  const clock = new TestClock();
  const ids = new SeededIds();
  const messages = new MessageClient(new InProcessClient(hub));
  const payments = new Payments();
  const documents = await openDocuments({ file: join(folder.path, 'reports.db') });
  const blobs = await openBlobs({ folder: join(folder.path, 'blobs') });
  const jobs = await openJobs({ file: join(folder.path, 'jobs.db') });
  const running = new Set<INestMicroservice>();

  const listen = async (module: Parameters<typeof NestFactory.createMicroservice>[0]) => {
    const strategy = new InProcessServer(hub);
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
    await app.listen();
    running.add(app);
    return app;
  };
  const stop = async (app: INestMicroservice) => {
    running.delete(app);
    await app.close();
  };
  const startService = async (queue: Jobs = jobs) =>
    listen(await ReportsModule.with({ documents, jobs: queue, clock, ids }));
  const startWorker = (changes: { blobs?: Blobs; jobs?: Jobs } = {}) =>
    listen(ReportWorkerModule.with({ documents, jobs, blobs, messages, clock, ...changes }));
  await listen(PaymentsDouble.with(payments));

  const call = <O extends Operation>(operation: O, request: RequestOf<O>, context = admin): Promise<ReplyOf<O>> =>
    messages.call(operation, request, context);
  return {
    folder: folder.path,
    clock,
    payments,
    blobs,
    jobs,
    call,
    loseDocuments: () => documents.destroy(),
    stop,
    startService,
    startWorker,
    reconcile: (app: INestMicroservice) => app.get(ReportReconciler).reconcile(),
    /** Pays and asks for the report, as the expenses service would. */
    request: (paymentId: string, expenses: readonly ExpenseView[], changes = {}) => {
      payments.paid.set(paymentId, expenses);
      return call(requestReport, reportOf(paymentId, expenses, changes), system);
    },
    /** The report once it is in this state. */
    inState: (paymentId: string, state: 'ready' | 'failed') =>
      eventually(async () => {
        const found = await call(findReport, { filename: paymentId });
        return found.report.state === state && found;
      }),
    close: async () => {
      for (const app of [...running].reverse()) await stop(app);
      await jobs.close();
      await documents.destroy();
      await blobs.close();
      await folder.remove();
    },
  };
}
export type RunningReports = Awaited<ReturnType<typeof runReports>>;
