import { NestFactory } from '@nestjs/core';
import type { MicroserviceOptions } from '@nestjs/microservices';
import {
  checkSession,
  fullName,
  login,
  register,
  type MessageContext,
  type Operation,
  type ReplyOf,
  type RequestOf,
  type UserView,
} from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { EventStoreUnavailable, openEventStore } from '@outlay/event-store';
import { InProcessClient, InProcessServer, MessageClient, MessageHub } from '@outlay/messaging';
import type { AssignableRole } from '@outlay/rules';
import { SeededIds, tempFolder, TestClock } from '@outlay/testing';
import { join } from 'node:path';
import { AuthModule } from '../auth.module.js';
import { type HashingCost } from '../credentials/password-hasher.js';
import { InvitesDouble, invitesDouble } from './invites-double.js';

export const JWT_SECRET = 'a-secret-for-tests-only-0123456789abcdef';
export const PASSWORD = 'Correct-Horse-1';
const CHEAP_HASHING: HashingCost = { memoryCost: 8, timeCost: 1, parallelism: 1 };

export const anonymous: MessageContext = { actor: null, correlationId: 'test' };

export function actingAs(user: UserView): MessageContext {
  const { id, email, role, reimbursementCurrency } = user;
  return { actor: { id, email, role, reimbursementCurrency, name: fullName(user) }, correlationId: 'test' };
}

/** Starts two instances that share their stores, or one that has its own. */
export async function runAuth({ hashingCost = CHEAP_HASHING, fourEyes = false, sharedStores = true } = {}) {
  invitesDouble.reset();
  const folder = await tempFolder('auth');
  const hub = new MessageHub();
  const clock = new TestClock();
  const messages = new MessageClient(new InProcessClient(hub));
  const closing: (() => Promise<unknown>)[] = [() => folder.remove()];

  const openDatabase = async () => {
    const documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
    closing.unshift(() => documents.destroy());
    return documents;
  };
  const eventStore = { isDown: false };
  const openEvents = async () => {
    const events = await openEventStore({ file: join(folder.path, 'events.db') });
    const readStream = events.readStream.bind(events);
    events.readStream = async (...args) => {
      if (eventStore.isDown) throw new EventStoreUnavailable('It is down');
      return readStream(...args);
    };
    closing.unshift(() => events.close());
    return events;
  };
  const listen = async (module: Parameters<typeof NestFactory.createMicroservice>[0]) => {
    const strategy = new InProcessServer(hub);
    const app = await NestFactory.createMicroservice<MicroserviceOptions>(module, { strategy, logger: false });
    await app.listen();
    closing.unshift(() => app.close());
  };
  const startInstance = async (seed: string) => {
    const [documents, events] = await Promise.all([openDatabase(), openEvents()]);
    await listen(
      AuthModule.with({
        documents,
        eventStore: events,
        messages,
        clock,
        ids: new SeededIds(seed),
        jwtSecret: JWT_SECRET,
        hashingCost,
        fourEyes,
        sharedStores,
      }),
    );
  };
  await listen(InvitesDouble);
  await startInstance('one');
  if (sharedStores) await startInstance('two');

  const call = <O extends Operation>(operation: O, request: RequestOf<O>, context = anonymous): Promise<ReplyOf<O>> =>
    messages.call(operation, request, context);
  return {
    clock,
    eventStore,
    call,
    openDatabase,
    openEvents,
    startInstance,
    async registerUser(email: string, role: AssignableRole = 'team_member'): Promise<UserView> {
      const names = { firstName: 'Ann', lastName: 'Lee', reimbursementCurrency: 'EUR' as const };
      const request = { email, password: PASSWORD, ...names, inviteToken: `${role}:${email}` };
      return (await call(register, request)).user;
    },
    async logIn(email: string, password = PASSWORD): Promise<{ userId: string; tokenVersion: number }> {
      const { token } = await call(login, { email, password });
      return sessionOf(token);
    },
    isSessionValid: (session: { userId: string; tokenVersion: number }) =>
      call(checkSession, session).then(
        () => true,
        () => false,
      ),
    async close() {
      for (const close of closing) await close();
    },
  };
}

export function sessionOf(token: string): { userId: string; tokenVersion: number } {
  const payload: unknown = JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { sub, ver } = payload as { sub: string; ver: number };
  return { userId: sub, tokenVersion: ver };
}
