import { openDocuments } from '@outlay/documents';
import { tempFolder, TestClock } from '@outlay/testing';
import type { Connection } from 'mongoose';
import { join } from 'node:path';
import { UserChangeStore } from './user-change.store.js';
import type { NewUser } from './user.rules.js';
import { UserStore } from './user.store.js';

const ann: NewUser = {
  email: 'ann@example.com',
  firstName: 'Ann',
  lastName: 'Lee',
  role: 'team_member',
  reimbursementCurrency: 'EUR',
  passwordHash: 'hash',
};

describe('changes to users while another instance changes users too', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Connection;
  let users: UserStore;
  beforeEach(async () => {
    folder = await tempFolder('user-changes');
    documents = await openDocuments({ file: join(folder.path, 'auth.db'), durability: 'normal' });
    users = await UserStore.open(documents, new TestClock());
    await users.create('ann', ann);
  });
  afterEach(async () => {
    await documents.destroy();
    await folder.remove();
  });

  const log = () => documents.collection<{ _id: string; revision: number }>('roster');
  const interferingAfter = (method: 'get' | 'applyChange', times: number, interfere: () => Promise<unknown>) => {
    let calls = 0;
    const value = async (...args: Parameters<UserStore['applyChange']>) => {
      const result = await (method === 'get' ? users.get(args[0]) : users.applyChange(...args));
      calls += 1;
      if (calls <= times) await interfere();
      return result;
    };
    return { users: Object.create(users, { [method]: { value } }) as UserStore, calls: () => calls };
  };
  const advanceRevision = () => log().updateOne({ _id: 'roster' }, { $inc: { revision: 1 } });

  it('are tried again after a conflict', async () => {
    const store = await UserChangeStore.open(documents, interferingAfter('get', 1, advanceRevision).users);
    await expect(store.change('ann', { role: 'partner' })).resolves.toMatchObject({ role: 'partner' });
  });

  it('fail with CONFLICT after 100 conflicts', async () => {
    const interfering = interferingAfter('get', Infinity, advanceRevision);
    const store = await UserChangeStore.open(documents, interfering.users);
    await expect(store.change('ann', { role: 'partner' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(interfering.calls()).toBe(100);
    expect((await users.get('ann')).role).toBe('team_member');
  });

  it('keep a pending change that the other instance appended meanwhile', async () => {
    const appendAnother = () =>
      log().updateOne(
        { _id: 'roster' },
        { $set: { revision: 2, pending: { userId: 'ann', change: { lastName: 'Low' } } } },
      );
    const store = await UserChangeStore.open(documents, interferingAfter('applyChange', 1, appendAnother).users);
    await store.change('ann', { role: 'partner' });
    await UserChangeStore.open(documents, users);
    await expect(users.get('ann')).resolves.toMatchObject({ role: 'partner', lastName: 'Low' });
  });

  it('fail if their log is missing', async () => {
    const store = await UserChangeStore.open(documents, users);
    await log().deleteOne({ _id: 'roster' });
    await expect(store.change('ann', { role: 'partner' })).rejects.toThrow('log of user changes is missing');
  });
});
