import { hash } from 'node:crypto';
import { join } from 'node:path';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import {
  findingId,
  type MessageContext,
  type Operation,
  type ReceiptRef,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import type { Role } from '@outlay/rules';
import { SeededIds, TestClock, tempFolder } from '@outlay/testing';
import { openTestEventStore, testEventStoreOptions } from '@outlay/event-store/contract';
import { ExpensesModule } from '../expenses.module.js';
import { PaymentResumer } from '../workflows/payment-resumer.js';
import { aClaim, aReceipt, today } from './builders.js';
import { claimFindings } from './claim-findings.js';
import { ServiceDoubles } from './service-doubles.js';

export function as(id: string, role: Role = 'team_member'): MessageContext {
  return {
    actor: { id, email: `${id}@example.org`, name: `${id} Tester`, role, reimbursementCurrency: 'EUR' },
    correlationId: 'test',
  };
}
export const anna = as('anna');
export const ben = as('ben');
export const boss = as('boss', 'super_admin');

export async function runExpenses(instances = 1) {
  const folder = await tempFolder('expenses');
  const hub = new MessageHub();
  const clock = new TestClock(`${today}T10:00:00.000Z`);
  // The same ids in every run, since searches look at them.
  const ids = new SeededIds();
  const messages = new MessageClient(new InProcessClient(hub));
  const documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
  const pastEvents = testEventStoreOptions(folder.path);
  const eventStore = await openTestEventStore(folder.path, pastEvents);
  const start = async (module: Parameters<typeof NestFactory.createMicroservice>[0]) => {
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, {
      strategy: new InProcessServer(hub),
      logger: ['error'],
    });
    await app.listen();
    return app;
  };
  const damagedReceipts = new Set<string>();
  const receipts = { isIntact: async ({ sha256 }: ReceiptRef) => !damagedReceipts.has(sha256) };
  const apps = [await start(ServiceDoubles)];
  const startInstance = async (number: number, own: typeof documents) =>
    start(
      ExpensesModule.with({
        documents: own,
        eventStore,
        pastEvents,
        messages,
        receipts,
        clock,
        ids,
      }),
    );
  let started = instances;
  for (let i = 0; i < instances; i += 1) {
    const own =
      i === 0 ? documents : await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    apps.push(await startInstance(i, own));
  }
  const call = <O extends Operation>(
    operation: O,
    request: RequestOf<O>,
    context: MessageContext,
  ): Promise<ReplyOf<O>> => messages.call(operation, request, context);
  return {
    call,
    clock,
    damagedReceipts,
    documents,
    eventStore,
    folder: folder.path,
    messages,
    /** The first instance. */
    app: () => {
      const [, first] = apps;
      if (!first) throw new Error('No instance runs');
      return first;
    },
    restart: async (whileStopped = async () => undefined as unknown) => {
      await apps[1]?.close();
      await whileStopped();
      started += 1;
      apps[1] = await startInstance(started, documents);
    },
    /** The ids of what the checks of the service find. */
    findings: async () => (await claimFindings(documents, eventStore)).map(findingId),
    resumePayments: () => apps.slice(1).forEach((app) => app.get(PaymentResumer).run()),
    close: async () => {
      for (const app of apps) await app.close();
      await eventStore.close();
      await documents.close();
      await folder.remove();
    },
  };
}

let file = 0;
export function aSubmission(over: Parameters<typeof aClaim>[0] = {}, status: 'draft' | 'submitted' = 'submitted') {
  file += 1;
  return {
    status,
    details: aClaim(over),
    override: null,
    today,
    receipt: aReceipt({ fileName: `r${file}.pdf`, sha256: hash('sha256', `r${file}`) }),
    uploaded: null,
  };
}
