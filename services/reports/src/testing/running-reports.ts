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
import type { ReportQueueOptions } from '../ports.js';
import { ReportWorkerModule } from '../report-worker.module.js';
import { ReportsModule } from '../reports.module.js';
import { Payments, PaymentsDouble } from './payments-double.js';

export const system: MessageContext = { actor: null, correlationId: 'test' };
export const admin = actingAs('u-sam', 'super_admin');
export const ana = actingAs('u-ana', 'team_member');

export function actingAs(id: string, role: Role): MessageContext {
  const email = `${id}@example.com`;
  return { actor: { id, email, name: id, role, reimbursementCurrency: 'EUR' }, correlationId: 'test' };
}

export function reportRequest(
  paymentId: string,
  expenses: readonly ExpenseView[],
  changes: Partial<RequestOf<typeof requestReport>> = {},
): RequestOf<typeof requestReport> {
  return {
    paymentId,
    paidAt: '2026-05-07T09:30:00.000Z',
    userId: 'u-ana',
    userName: 'Ana Muñoz',
    userEmail: 'ana@example.com',
    currency: 'EUR',
    totalAmount: addDecimals(expenses.map(({ reimbursementAmount }) => reimbursementAmount ?? '0')),
    expenseIds: expenses.map(({ expenseId }) => expenseId),
    ...changes,
  };
}

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
  const startService = async (jobsOfService: Jobs = jobs, options: ReportQueueOptions = {}) =>
    listen(ReportsModule.with({ documents, jobs: jobsOfService, clock, ids, queue: { backoffMs: 10, ...options } }));
  const startWorker = (changes: { blobs?: Blobs; jobs?: Jobs } = {}) =>
    listen(ReportWorkerModule.with({ documents, jobs, blobs, messages, clock, ...changes }));
  await listen(PaymentsDouble.with(payments));

  const call = <O extends Operation>(operation: O, request: RequestOf<O>, context = admin): Promise<ReplyOf<O>> =>
    messages.call(operation, request, context);
  return {
    folder: folder.path,
    clock,
    payments,
    messages,
    documents,
    blobs,
    jobs,
    call,
    stopDocuments: () => documents.destroy(),
    stop,
    startService,
    startWorker,
    reconcile: (app: INestMicroservice) => app.get(ReportReconciler).reconcile(),
    request: (paymentId: string, expenses: readonly ExpenseView[], changes = {}) => {
      payments.paid.set(paymentId, expenses);
      return call(requestReport, reportRequest(paymentId, expenses, changes), system);
    },
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
