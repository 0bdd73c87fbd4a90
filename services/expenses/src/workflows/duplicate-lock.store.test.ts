import { join } from 'node:path';
import { openDocuments } from '@outlay/documents';
import { TestClock, eventually, tempFolder } from '@outlay/testing';
import { collectWarnings } from '@outlay/testing/warnings';
import { DUPLICATE_LOCKS, DuplicateLockStore, type DuplicateLock } from './duplicate-lock.store.js';

describe('the lock of a group of duplicates', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let documents: Awaited<ReturnType<typeof openDocuments>>;
  let clock: TestClock;
  let locks: DuplicateLockStore;
  beforeEach(async () => {
    folder = await tempFolder('locks');
    documents = await openDocuments({ file: join(folder.path, 'expenses.db'), durability: 'normal' });
    clock = new TestClock('2026-06-15T10:00:00.000Z');
    locks = new DuplicateLockStore(documents, clock);
  });
  afterEach(async () => {
    await documents.destroy();
    await folder.remove();
  });

  const rows = () => documents.collection<DuplicateLock>(DUPLICATE_LOCKS);
  const stored = () =>
    rows()
      .find({}, { sort: { _id: 1 } })
      .toArray();
  const now = () => clock.now().getTime();
  const aLock = (over: Partial<DuplicateLock> = {}): DuplicateLock => ({
    _id: 'group',
    expenseId: 'one',
    revision: 3,
    until: now() + 10_000,
    ...over,
  });

  it('is taken for ten seconds while it is free', async () => {
    expect(await locks.take('group', 'one', 3)).toBeNull();
    expect(await stored()).toEqual([aLock()]);
  });

  it('of another group is taken independently', async () => {
    await locks.take('group', 'one', 3);
    expect(await locks.take('other', 'two', 1)).toBeNull();
    expect(await stored()).toEqual([aLock(), aLock({ _id: 'other', expenseId: 'two', revision: 1 })]);
  });

  it('stays with its holder when another expense asks for it, and names the holder', async () => {
    const held = aLock();
    await locks.take('group', 'one', 3);
    clock.advance({ seconds: 60 });
    for (const revision of [2, 3, 4]) expect(await locks.take('group', 'two', revision)).toEqual(held);
    expect(await stored()).toEqual([held]);
  });

  it.each([3, 4])('held at revision 3 is renewed by the same expense at revision %i', async (revision) => {
    await locks.take('group', 'one', 3);
    clock.advance({ seconds: 5 });
    expect(await locks.take('group', 'one', revision)).toBeNull();
    expect(await stored()).toEqual([aLock({ revision })]);
  });

  it('held at a later revision is not taken by the same expense at an earlier one', async () => {
    const held = aLock();
    await locks.take('group', 'one', 3);
    clock.advance({ seconds: 5 });
    expect(await locks.take('group', 'one', 2)).toEqual(held);
    expect(await stored()).toEqual([held]);
  });

  it('expires after ten seconds', () => {
    const lock = aLock();
    clock.advance({ seconds: 9 });
    expect(locks.hasExpired(lock)).toBe(false);
    clock.advance({ seconds: 1 });
    expect(locks.hasExpired(lock)).toBe(true);
    clock.advance({ seconds: 1 });
    expect(locks.hasExpired(lock)).toBe(true);
  });

  it('has expired if it would last longer than it can, as after the clock was set back', () => {
    const lock = aLock();
    clock.advance({ seconds: -30 });
    expect(locks.hasExpired(lock)).toBe(false);
    clock.advance({ seconds: -3600 });
    expect(locks.hasExpired(lock)).toBe(true);
  });

  it('can be taken by another expense after its release', async () => {
    await locks.take('group', 'one', 3);
    await locks.release(aLock());
    expect(await stored()).toEqual([]);
    expect(await locks.take('group', 'two', 1)).toBeNull();
  });

  it.each<[string, Partial<DuplicateLock>]>([
    ['group', { _id: 'other' }],
    ['expense', { expenseId: 'two' }],
    ['revision', { revision: 2 }],
    ['expiry', { until: 1 }],
  ])('is not released by the holder of a lock with another %s', async (_, over) => {
    await locks.take('group', 'one', 3);
    await locks.release(aLock(over));
    expect(await stored()).toEqual([aLock()]);
  });

  it('is taken if its holder releases it during the attempt', async () => {
    await locks.take('group', 'two', 1);
    const collection = rows();
    const { findOne } = collection;
    Object.assign(collection, {
      findOne: async (filter: { _id: string }) => {
        Object.assign(collection, { findOne });
        await collection.deleteMany({});
        return collection.findOne(filter);
      },
    });
    expect(await locks.take('group', 'one', 3)).toBeNull();
    expect(await stored()).toEqual([aLock()]);
  });

  it('is not taken if the store fails, with any holder', async () => {
    await locks.take('group', 'two', 1);
    Object.assign(rows(), {
      insertMany: async () => {
        throw new Error('The disk is full');
      },
    });
    await expect(locks.take('group', 'one', 3)).rejects.toThrow('The disk is full');
    await expect(locks.take('group', 'two', 1)).rejects.toThrow('The disk is full');
  });

  describe('that expired', () => {
    const leave = (_id: string, until: number) => rows().insertOne(aLock({ _id, until }));
    const ids = async () => (await stored()).map(({ _id }) => _id);

    it('is deleted at the first attempt for any lock; those that are still valid stay', async () => {
      await leave('expired', now() - 1);
      await leave('expiring', now());
      await leave('valid', now() + 1);
      await leave('too far ahead', now() + 3_600_000);
      await locks.take('group', 'one', 3);
      await eventually(async () => (await ids()).length === 2);
      expect(await ids()).toEqual(['group', 'valid']);
    });

    it('is deleted again after a thousand attempts, and not before', async () => {
      await locks.take('group', 'one', 3);
      await leave('expired', now());
      for (let taken = 1; taken < 1000; taken += 1) await locks.take('group', 'one', 3);
      expect(await ids()).toEqual(['expired', 'group']);
      await locks.take('group', 'one', 3);
      await eventually(async () => (await ids()).length === 1);
    });

    it('stays with a warning if it cannot be deleted, and the other lock is taken all the same', async () => {
      const warnings = collectWarnings();
      Object.assign(rows(), {
        deleteMany: async () => {
          throw new Error('The disk is full');
        },
      });
      expect(await locks.take('group', 'one', 3)).toBeNull();
      expect(warnings).toEqual(['Expired duplicate locks could not be deleted: Error: The disk is full']);
    });
  });
});
