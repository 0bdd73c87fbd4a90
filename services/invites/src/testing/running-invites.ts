import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import type { Actor, MessageContext } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openEventStore } from '@outlay/event-store';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
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
export const asPartner: MessageContext = { actor: { ...admin, role: 'partner' }, correlationId: 'test' };
export const anonymous: MessageContext = { actor: null, correlationId: 'test' };

export async function runInvites() {
  const folder = await tempFolder('invites');
  const hub = new MessageHub();
  const clock = new TestClock();
  const openDatabase = () => openDocuments({ file: join(folder.path, 'invites.db') });
  const closing: (() => Promise<unknown>)[] = [() => folder.remove()];
  const openEvents = () => openEventStore({ file: join(folder.path, 'events.db') });
  const startInstance = async (seed: string) => {
    const [documents, eventStore] = await Promise.all([openDatabase(), openEvents()]);
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(
      InvitesModule.with({ documents, eventStore, clock, ids: new SeededIds(seed) }),
      { strategy: new InProcessServer(hub), logger: false },
    );
    await app.listen();
    closing.unshift(
      () => app.close(),
      () => documents.destroy(),
      () => eventStore.close(),
    );
  };
  await startInstance('one');
  await startInstance('two');
  return {
    clock,
    openDatabase,
    openEvents,
    startInstance,
    messages: new MessageClient(new InProcessClient(hub)),
    async close() {
      for (const close of closing) await close();
    },
  };
}
