import { jest } from '@jest/globals';
import { openDocuments } from '@outlay/documents';
import { tempFolder } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import type { Account } from '../domain/account.js';
import { UserStore } from './user.store.js';

const account = (email: string, createdAt = '2026-06-15T10:00:00.000Z'): Account => ({
  email,
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'team_member',
  status: 'active',
  reimbursementCurrency: 'EUR',
  createdAt,
  tokenVersion: 0,
  pendingChange: null,
  notices: [],
  views: [],
  trips: [],
  standingSince: createdAt,
  resetCode: null,
  owed: [],
  eventIds: [],
});
const loaded = (id: string, state: Account, revision = 0) => ({ id, state, revision, headHash: null });

describe.each([false, true])('the user store, shared with other instances: %s', (sharedStores) => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Connection;
  let users: UserStore;
  beforeEach(async () => {
    folder = await tempFolder('users');
    documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
    users = await UserStore.open(documents, sharedStores);
  });
  afterEach(async () => {
    await documents.destroy();
    await folder.remove();
  });

  const idsOf = async (limit: number, cursor: string | null) => {
    const page = await users.list(limit, cursor);
    return { ids: page.users.map(({ _id }) => _id), nextCursor: page.nextCursor };
  };

  it('lists users of the same instant by id, and has no cursor after a full last page', async () => {
    for (const id of ['c', 'a', 'b']) await users.project(loaded(id, account(`${id}@example.com`)));
    await users.project(loaded('0', account('0@example.com', '2026-06-15T10:00:01.000Z')));
    await expect(idsOf(2, null)).resolves.toEqual({ ids: ['a', 'b'], nextCursor: 'b' });
    await expect(idsOf(2, 'b')).resolves.toEqual({ ids: ['c', '0'], nextCursor: null });
    await expect(idsOf(3, null)).resolves.toEqual({ ids: ['a', 'b', 'c'], nextCursor: 'c' });
  });

  it('tells who somebody is with one call of the store, or none if nobody else writes it', async () => {
    await users.project(loaded('ann', account('ann@example.com')));
    const collection = Object.getPrototypeOf(documents.db?.collection('users')) as { findOne: () => unknown };
    const read = jest.spyOn(collection, 'findOne');
    await expect(users.get('ann')).resolves.toMatchObject({ email: 'ann@example.com' });
    expect(read).toHaveBeenCalledTimes(sharedStores ? 1 : 0);
    read.mockRestore();
  });

  it('writes what is newer than what it has, of one user only', async () => {
    await users.project(loaded('ann', account('ann@example.com')));
    await users.project(loaded('bob', account('bob@example.com')));
    await users.project(loaded('bob', { ...account('bob@example.com'), role: 'partner', tokenVersion: 1 }, 2));
    await users.project(loaded('bob', account('bob@example.com'), 1));
    await expect(users.get('bob')).resolves.toMatchObject({ role: 'partner', tokenVersion: 1, revision: 2 });
    await expect(users.get('ann')).resolves.toMatchObject({ role: 'team_member', tokenVersion: 0, revision: 0 });
  });

  it('keeps the newest of two that are written at once', async () => {
    const newer = { ...account('ann@example.com'), role: 'partner' as const };
    await Promise.all([
      users.project(loaded('ann', newer, 2)),
      users.project(loaded('ann', account('ann@example.com'), 1)),
    ]);
    await expect(users.get('ann')).resolves.toMatchObject({ role: 'partner', revision: 2 });
  });

  it('finds what was written while an older row was being read', async () => {
    const writer = await UserStore.open(documents, true);
    await writer.project(loaded('ann', account('ann@example.com')));
    const reading = users.find('ann');
    await users.project(loaded('ann', { ...account('ann@example.com'), status: 'inactive' }, 3));
    await reading;
    await expect(users.get('ann')).resolves.toMatchObject({ status: 'inactive', revision: 3 });
  });

  it('does not create a second user with the same email', async () => {
    await users.project(loaded('ann', account('ann@example.com')));
    await users.project(loaded('other', account('ann@example.com')));
    await expect(users.find('other')).resolves.toBeNull();
    await expect(users.count()).resolves.toBe(1);
  });

  it('rejects when it cannot write, and reads nothing that is not stored', async () => {
    await users.project(loaded('ann', account('ann@example.com')));
    await documents.destroy();
    await expect(users.project(loaded('ann', account('ann@example.com'), 1))).rejects.toThrow();
    await expect(
      users.find('ann').then(
        (row) => row?.revision ?? 0,
        () => 0,
      ),
    ).resolves.toBe(0);
    await expect(users.project(loaded('ann', account('ann@example.com')))).rejects.toThrow();
  });
});
