import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { openBlobs } from '@outlay/blobs';
import {
  describeStreams,
  findStreams,
  readProjectionState,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
} from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openTestEventStore } from '@outlay/event-store/contract';
import { Handles, InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import type { Role } from '@outlay/rules';
import { tempFolder } from '@outlay/testing';
import { systemClock, systemIds } from '@outlay/time';
import { AuditModule } from '../audit.module.js';
import { LogWatch } from '../log/log-watch.js';

function as(id: string, role: Role = 'team_member'): MessageContext {
  return {
    actor: { id, email: `${id}@example.org`, name: `${id} Tester`, role, reimbursementCurrency: 'EUR' },
    correlationId: 'test',
  };
}
export const anna = as('anna');
export const boss = as('boss', 'super_admin');

/** The expenses service. A payment says which stream it was asked for, up to which revision. */
@Controller()
class ExpensesDouble {
  @Handles(findStreams)
  async streams({ selector }: RequestOf<typeof findStreams>) {
    return { selector, streams: 'expense' in selector ? [`expense-${selector.expense}`] : null };
  }

  @Handles(describeStreams)
  async describe({ streams }: RequestOf<typeof describeStreams>) {
    const payments = streams.map(({ stream, revision }) => ({ id: `${stream}@${revision}`, paid: [], report: null }));
    return { expenses: [], receipts: [], payments };
  }

  @Handles(readProjectionState)
  async state() {
    return { quarantined: 2, streams: [], behind: { events: 3, seconds: 4 } };
  }
}

@Module({ controllers: [ExpensesDouble] })
class ServiceDoubles {}

export async function runAudit() {
  const folder = await tempFolder('audit');
  const hub = new MessageHub();
  const messages = new MessageClient(new InProcessClient(hub));
  const documents = await openDocuments({ file: join(folder.path, 'audit.db'), durability: 'normal' });
  const eventStore = await openTestEventStore(folder.path);
  const blobs = await openBlobs({ folder: join(folder.path, 'blobs') });
  const start = async (module: Parameters<typeof NestFactory.createMicroservice>[0]) => {
    const strategy = new InProcessServer(hub);
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: ['error'] });
    await app.listen();
    return app;
  };
  const doubles = await start(ServiceDoubles);
  const audit = await start(
    AuditModule.with({
      documents,
      eventStore,
      blobs,
      messages,
      secrets: { auditKey: 'the audit key of the tests' },
      witnesses: [],
      verify: async () => undefined,
      clock: systemClock,
      ids: systemIds,
    }),
  );
  return {
    documents,
    /** Looks at once whether the log goes on. */
    look: () => audit.get(LogWatch).look(),
    call: <O extends Operation>(operation: O, request: RequestOf<O>, context: MessageContext): Promise<ReplyOf<O>> =>
      messages.call(operation, request, context),
    /** Writes a stream with this number of events. */
    write: async (stream: string, count: number) => {
      const events = Array.from({ length: count }, () => {
        return { id: randomUUID(), type: 'Tested', data: {}, metadata: { at: '2026-06-15T10:00:00.000Z' } };
      });
      await eventStore.append(stream, events, 'no-stream');
    },
    close: async () => {
      for (const app of [audit, doubles]) await app.close();
      await eventStore.close();
      await blobs.close();
      await documents.close();
      await folder.remove();
    },
  };
}
