import { Controller, Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import { checkGrants, countUsers, type Actor, type MessageContext, type RequestOf } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openEventStore } from '@outlay/event-store';
import { Handles, InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import { SeededIds, tempFolder, TestClock } from '@outlay/testing';
import { join } from 'node:path';
import { InvitesModule } from '../invites.module.js';

const admin: Actor = {
  id: 'admin',
  email: 'admin@example.com',
  name: 'Ad Min',
  role: 'super_admin',
  reimbursementCurrency: 'EUR',
};
export const asAdmin: MessageContext = { actor: admin, correlationId: 'test' };
export const asSecond: MessageContext = {
  actor: { ...admin, id: 'second', email: 'second@example.com' },
  correlationId: 'test',
};
export const asPartner: MessageContext = { actor: { ...admin, role: 'partner' }, correlationId: 'test' };
export const asAuditor: MessageContext = { actor: { ...admin, role: 'auditor' }, correlationId: 'test' };
export const anonymous: MessageContext = { actor: null, correlationId: 'test' };

/** Stands in for auth; these users are active super admins. */
@Controller()
class UsersDouble {
  static superAdmins = new Set(['admin', 'second']);

  @Handles(countUsers)
  async count() {
    return { users: 9, activeSuperAdmins: UsersDouble.superAdmins.size };
  }

  @Handles(checkGrants)
  async check({ grants }: RequestOf<typeof checkGrants>) {
    const isBacked = (id: string | null) => id === null || UsersDouble.superAdmins.has(id);
    const emailOf = (id: string | null) => id && `${id}@example.com`;
    return {
      checked: grants.map(({ madeById: id }) => ({ isBacked: isBacked(id), makerEmail: emailOf(id) })),
    };
  }
}

@Module({ controllers: [UsersDouble] })
class Users {}

export async function runInvites({ fourEyes = false } = {}) {
  UsersDouble.superAdmins = new Set(['admin', 'second']);
  const folder = await tempFolder('invites');
  const hub = new MessageHub();
  const clock = new TestClock();
  const openDatabase = () => openDocuments({ file: join(folder.path, 'invites.db') });
  const closing: (() => Promise<unknown>)[] = [() => folder.remove()];
  const openEvents = () => openEventStore({ file: join(folder.path, 'events.db') });
  const messages = new MessageClient(new InProcessClient(hub));
  const listen = async (module: Parameters<typeof NestFactory.createMicroservice>[0]) => {
    const strategy = new InProcessServer(hub);
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
    await app.listen();
    return app;
  };
  const startInstance = async (seed: string) => {
    const [documents, eventStore] = await Promise.all([openDatabase(), openEvents()]);
    const ids = new SeededIds(seed);
    const app = await listen(InvitesModule.with({ documents, eventStore, messages, clock, ids, fourEyes }));
    closing.unshift(
      () => app.close(),
      () => documents.destroy(),
      () => eventStore.close(),
    );
  };
  const users = await listen(Users);
  closing.unshift(() => users.close());
  await startInstance('one');
  await startInstance('two');
  return {
    clock,
    openDatabase,
    openEvents,
    startInstance,
    messages,
    superAdmins: UsersDouble.superAdmins,
    async close() {
      for (const close of closing) await close();
    },
  };
}
