import type { MessageContext, redeemInvite, ReplyOf } from '@outlay/contracts';
import { openDocuments } from '@outlay/documents';
import { openEventStore, type EventStore } from '@outlay/event-store';
import { SeededIds, tempFolder, TestClock } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import { PasswordStore } from '../credentials/password.store.js';
import type { NewUser } from '../domain/user.rules.js';
import { UserStore } from '../read-models/user.store.js';
import { AccountStream } from '../stream/account-stream.js';
import { AccountCommands } from './account-commands.js';
import { FourEyes } from './four-eyes.js';
import { UserRoster } from './user-roster.js';

const ann: NewUser = {
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'team_member',
  reimbursementCurrency: 'EUR',
  passwordHash: 'hash',
};
const invite: ReplyOf<typeof redeemInvite> = {
  role: 'team_member',
  inviteId: 'invite-1',
  grant: { madeById: null, madeAt: '2026-01-01T00:00:00.000Z', isConfirmed: true },
};
const grants = { isBacked: async () => true };
const context: MessageContext = { actor: null, correlationId: 'test' };

describe('changes to users', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Connection;
  let events: EventStore;
  let accounts: AccountStream;
  let users: UserStore;
  let passwords: PasswordStore;
  let store: AccountCommands;
  const ids = new SeededIds('changes');
  const open = async (through = users, stream = accounts) => {
    const roster = await UserRoster.open(documents, through, passwords, stream);
    const fourEyes = new FourEyes(false, through, grants);
    return new AccountCommands(roster, through, passwords, stream, ids, fourEyes, grants);
  };
  beforeEach(async () => {
    folder = await tempFolder('user-changes');
    documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
    events = await openEventStore({ file: join(folder.path, 'events.db') });
    accounts = new AccountStream(events, new TestClock(), ids);
    users = await UserStore.open(documents, true);
    passwords = await PasswordStore.open(documents);
    store = await open();
    await store.register('ann', ann, invite, context);
  });
  afterEach(async () => {
    await events.close();
    await documents.destroy();
    await folder.remove();
  });

  const log = () => documents.collection<{ _id: string; revision: number }>('roster');
  const typesOf = async (id: string) => (await events.readStream(`account-${id}`)).map(({ type }) => type);
  const interferingAfter = (method: 'get' | 'project', times: number, interfere: () => Promise<unknown>) => {
    let calls = 0;
    const value = async (...args: never[]) => {
      const result = await (users[method] as (...args: never[]) => Promise<unknown>).apply(users, args);
      calls += 1;
      if (calls <= times) await interfere();
      return result;
    };
    return { users: Object.create(users, { [method]: { value } }) as UserStore, calls: () => calls };
  };
  const advanceRevision = () => log().updateOne({ _id: 'roster' }, { $inc: { revision: 1 } });

  describe('while another instance changes users too', () => {
    it('are tried again after a conflict', async () => {
      store = await open(interferingAfter('get', 1, advanceRevision).users);
      await expect(store.change('ann', { role: 'partner' }, context)).resolves.toMatchObject({ role: 'partner' });
    });

    it('fail with CONFLICT after 100 conflicts', async () => {
      const interfering = interferingAfter('get', Infinity, advanceRevision);
      store = await open(interfering.users);
      await expect(store.change('ann', { role: 'partner' }, context)).rejects.toMatchObject({ code: 'CONFLICT' });
      expect(interfering.calls()).toBe(100);
      expect((await users.get('ann')).role).toBe('team_member');
      expect(await typesOf('ann')).toEqual(['AccountRegistered']);
    });

    it('keep a pending change that the other instance appended meanwhile', async () => {
      const command = { id: 'other', type: 'Change', change: { lastName: 'Low' } };
      const pending = { userId: 'ann', command, passwordHash: null, context };
      const appendAnother = () => log().updateOne({ _id: 'roster' }, { $set: { revision: 3, pending } });
      store = await open(interferingAfter('project', 1, appendAnother).users);
      await store.change('ann', { role: 'partner' }, context);
      await open();
      await expect(users.get('ann')).resolves.toMatchObject({ role: 'partner', lastName: 'Low' });
    });
  });

  describe.each([
    ['before the events', 'execute'],
    ['after the events', 'project'],
  ] as const)('interrupted by a crash %s', (_, point) => {
    const crashing = async () => {
      const fail = { value: async () => Promise.reject(new Error('crash')) };
      const noUsers = Object.create(users, point === 'project' ? { project: fail } : {}) as UserStore;
      const noEvents = Object.create(accounts, point === 'execute' ? { execute: fail } : {}) as AccountStream;
      return open(noUsers, noEvents);
    };

    it('are completed once by the next start', async () => {
      store = await crashing();
      await expect(store.change('ann', { role: 'partner', lastName: 'Low' }, context)).rejects.toThrow('crash');
      await Promise.all([open(), open()]);
      await expect(users.get('ann')).resolves.toMatchObject({ role: 'partner', lastName: 'Low', revision: 2 });
      expect(await typesOf('ann')).toEqual(['AccountRegistered', 'RoleChanged', 'NamesChanged']);
    });

    it('are completed by the next change', async () => {
      store = await crashing();
      await expect(store.register('bob', { ...ann, email: 'bob@x.org' }, invite, context)).rejects.toThrow('crash');
      await expect(store.changePassword('ann', 'new', { hash: 'hash' }, context)).rejects.toThrow('crash');
      store = await open();
      await expect(store.changePassword('bob', 'new', { hash: 'hash' }, context)).resolves.toMatchObject({
        tokenVersion: 1,
      });
      await expect(passwords.hashOf('bob')).resolves.toBe('new');
      expect(await typesOf('bob')).toEqual(['AccountRegistered', 'PasswordChanged']);
      await expect(users.get('ann')).resolves.toMatchObject({ tokenVersion: 0 });
      await expect(passwords.hashOf('ann')).resolves.toBe('hash');
    });
  });

  it('set a password only while the expected hash is stored', async () => {
    await expect(store.changePassword('ann', 'new', { hash: 'other' }, context)).resolves.toBeNull();
    expect(await typesOf('ann')).toEqual(['AccountRegistered']);
  });

  it('set a password with the code of the latest event only, once', async () => {
    const expiresAt = '2026-06-15T11:00:00.000Z';
    const withCode = (codeExpiresAt: string) => store.changePassword('ann', 'new', { codeExpiresAt }, context);
    await expect(withCode(expiresAt)).rejects.toMatchObject({ code: 'INVALID_RESET_CODE' });
    await store.noteResetCode('ann', expiresAt, context);
    await expect(withCode('2026-06-15T10:59:59.000Z')).rejects.toMatchObject({ code: 'INVALID_RESET_CODE' });
    await expect(withCode(expiresAt)).resolves.toMatchObject({ tokenVersion: 1 });
    await expect(withCode(expiresAt)).rejects.toMatchObject({ code: 'INVALID_RESET_CODE' });
    expect(await typesOf('ann')).toEqual(['AccountRegistered', 'ResetCodeIssued', 'ResetCodeUsed', 'PasswordChanged']);
  });

  it.each([
    ['id', 'ann', 'other@example.com'],
    ['email', 'other', 'ann@example.com'],
  ])('register nobody with a taken %s', async (_, id, email) => {
    await expect(store.register(id, { ...ann, email }, invite, context)).resolves.toBeNull();
    await expect(users.count()).resolves.toBe(1);
    expect(await typesOf('other')).toEqual([]);
  });

  it('fail if their log is missing', async () => {
    await log().deleteOne({ _id: 'roster' });
    await expect(store.change('ann', { role: 'partner' }, context)).rejects.toThrow('log of user changes is missing');
  });
});
