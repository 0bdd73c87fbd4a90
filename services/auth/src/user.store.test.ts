import { openDocuments } from '@outlay/documents';
import { tempFolder, TestClock } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import type { NewUser } from './user.rules.js';
import { UserStore } from './user.store.js';

const newUser = (email: string): NewUser => ({
  email,
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'team_member',
  reimbursementCurrency: 'EUR',
  passwordHash: 'hash',
});

describe('the user store', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Connection;
  let clock: TestClock;
  let users: UserStore;
  beforeEach(async () => {
    folder = await tempFolder('users');
    documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
    clock = new TestClock();
    users = await UserStore.open(documents, clock);
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
    for (const id of ['c', 'a', 'b']) await users.create(id, newUser(`${id}@example.com`));
    clock.advance({ seconds: 1 });
    await users.create('0', newUser('0@example.com'));
    await expect(idsOf(2, null)).resolves.toEqual({ ids: ['a', 'b'], nextCursor: 'b' });
    await expect(idsOf(2, 'b')).resolves.toEqual({ ids: ['c', '0'], nextCursor: null });
    await expect(idsOf(3, null)).resolves.toEqual({ ids: ['a', 'b', 'c'], nextCursor: 'c' });
  });

  it.each([
    ['id', 'ann', 'other@example.com'],
    ['email', 'other', 'ann@example.com'],
  ])('does not create a second user with the same %s', async (_, id, email) => {
    await users.create('ann', newUser('ann@example.com'));
    await expect(users.create(id, newUser(email))).resolves.toBeNull();
    await expect(users.count()).resolves.toBe(1);
  });

  it('rejects when it cannot write', async () => {
    await documents.destroy();
    await expect(users.create('ann', newUser('ann@example.com'))).rejects.toThrow();
  });

  it('sets a password only while the expected hash is stored, and for one user only', async () => {
    await users.create('ann', newUser('ann@example.com'));
    await users.create('bob', newUser('bob@example.com'));
    await expect(users.setPassword('bob', 'new', 'other')).resolves.toBeNull();
    await expect(users.setPassword('bob', 'new', 'hash')).resolves.toMatchObject({
      passwordHash: 'new',
      tokenVersion: 1,
    });
    await expect(users.get('ann')).resolves.toMatchObject({ passwordHash: 'hash', tokenVersion: 0 });
  });

  it('applies each change once, to one user only', async () => {
    await users.create('ann', newUser('ann@example.com'));
    await users.create('bob', newUser('bob@example.com'));
    for (let n = 0; n < 2; n += 1) await users.applyChange('bob', { status: 'inactive' }, 1);
    await expect(users.get('bob')).resolves.toMatchObject({ status: 'inactive', tokenVersion: 1, rosterRevision: 1 });
    await expect(users.get('ann')).resolves.toMatchObject({ status: 'active', tokenVersion: 0, rosterRevision: 0 });
  });
});
