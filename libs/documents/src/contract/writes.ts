import { setImmediate } from 'node:timers/promises';
import { isDuplicateKey } from '../errors.js';
import { inOrder } from '../in-order.js';
import { ids, type TestStore } from './store.js';

export function writeContract(store: TestStore): void {
  describe('inserting', () => {
    store.itNeeding('the key in a duplicate key error')('creates a document, and rejects a taken _id', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 1 });
      const again = await claims.create({ _id: 'a', amount: 2 }).catch((error: unknown) => error);
      expect(isDuplicateKey(again)).toBe(true);
      expect(again).toMatchObject({ code: 11000, keyPattern: { _id: 1 }, keyValue: { _id: 'a' } });
      expect(await claims.find().lean()).toEqual([{ _id: 'a', amount: 1 }]);
    });

    it('inserts many up to the first rejected one', async () => {
      const claims = await store.claims();
      const inserted = claims.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'a' }, { _id: 'c' }]);
      await expect(inserted).rejects.toMatchObject({ code: 11000 });
      expect(ids(await claims.find().sort({ _id: 1 }).lean())).toEqual(['a', 'b']);
    });

    it('inserts all but the rejected ones when unordered', async () => {
      const claims = await store.claims();
      const inserted = claims.insertMany([{ _id: 'a' }, { _id: 'a' }, { _id: 'c' }], { ordered: false });
      await expect(inserted).rejects.toMatchObject({ code: 11000, writeErrors: [{ index: 1 }] });
      expect(ids(await claims.find().sort({ _id: 1 }).lean())).toEqual(['a', 'c']);
    });
  });

  describe('writing in order', () => {
    it('shows no write before those ahead of it', async () => {
      const [first, second] = [await store.claims(), await store.claims()];
      // It takes longer to store than the next.
      const note = 'x'.repeat(2_000_000);
      for (const _id of ['a', 'b', 'c', 'd']) {
        const written = inOrder(first.db, [
          () => first.collection.insertOne({ _id, note } as never),
          () => second.collection.insertOne({ _id } as never),
        ]);
        // The embedded store reads at once, and commits in another turn.
        do await setImmediate();
        while ((await second.exists({ _id })) === null);
        expect(await first.exists({ _id })).not.toBeNull();
        await written;
      }
    });
  });

  describe('updating', () => {
    it('reports what matched and what changed', async () => {
      const claims = await store.claims();
      await claims.insertMany([
        { _id: 'a', amount: 1 },
        { _id: 'b', amount: 1 },
      ]);
      const set = { $set: { amount: 2 } };
      expect(await claims.updateOne({ _id: 'a' }, set)).toMatchObject({
        matchedCount: 1,
        modifiedCount: 1,
        upsertedId: null,
      });
      expect(await claims.updateOne({ _id: 'a' }, set)).toMatchObject({ matchedCount: 1, modifiedCount: 0 });
      expect(await claims.updateOne({ _id: 'z' }, set)).toMatchObject({
        matchedCount: 0,
        modifiedCount: 0,
        upsertedCount: 0,
      });
      expect(await claims.updateMany({}, set)).toMatchObject({ matchedCount: 2, modifiedCount: 1 });
    });

    it('sets and adds to fields by their paths', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 5, detail: { city: 'Oslo', zip: 1 } });
      const update = { $set: { 'detail.city': 'Bergen', 'detail.deep.er': 1 }, $inc: { amount: 2.5 } };
      await claims.updateOne({ _id: 'a' }, { ...update, $setOnInsert: { owner: 'nobody' } });
      expect(await claims.findById('a').lean()).toEqual({
        _id: 'a',
        amount: 7.5,
        detail: { city: 'Bergen', zip: 1, deep: { er: 1 } },
      });
    });

    it('never changes _id', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a' });
      await expect(claims.updateOne({ _id: 'a' }, { $set: { _id: 'b' } })).rejects.toMatchObject({ code: 66 });
      await expect(claims.updateOne({ _id: 'a' }, { $set: { _id: 'a', amount: 1 } })).resolves.toMatchObject({
        modifiedCount: 1,
      });
    });

    it('saves only the changes of a document', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 1, tags: ['p'] });
      const claim = await claims.findById('a').orFail();
      await claims.updateOne({ _id: 'a' }, { $set: { owner: 'ann' } });
      claim.set('amount', 2);
      await claim.save();
      expect(await claims.findById('a').lean()).toEqual({ _id: 'a', amount: 2, owner: 'ann', tags: ['p'] });
    });

    it('replaces a document', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 1, owner: 'ann' });
      expect(await claims.replaceOne({ _id: 'a' }, { amount: 2 })).toMatchObject({ matchedCount: 1, modifiedCount: 1 });
      expect(await claims.findById('a').lean()).toEqual({ _id: 'a', amount: 2 });
      expect(await claims.replaceOne({ _id: 'b' }, { amount: 3 }, { upsert: true })).toMatchObject({ upsertedId: 'b' });
      expect(await claims.findById('b').lean()).toEqual({ _id: 'b', amount: 3 });
    });

    store.itNeeding('the upserted id of a find and update')('finds and changes in one step', async () => {
      const claims = await store.claims();
      await claims.insertMany([
        { _id: 'a', owner: 'ann', amount: 1 },
        { _id: 'b', owner: 'ann', amount: 2 },
      ]);
      const newest = { sort: { amount: -1 } } as const;
      expect(
        await claims
          .findOneAndUpdate({ owner: 'ann' }, { $inc: { amount: 5 } }, { ...newest, returnDocument: 'before' })
          .lean(),
      ).toEqual({ _id: 'b', owner: 'ann', amount: 2 });
      expect(
        await claims
          .findOneAndUpdate({ owner: 'ann' }, { $inc: { amount: 5 } }, { ...newest, returnDocument: 'after' })
          .lean(),
      ).toEqual({ _id: 'b', owner: 'ann', amount: 12 });
      expect(await claims.findOneAndUpdate({ owner: 'bob' }, { $set: { amount: 1 } })).toBeNull();
      const result = await claims.findOneAndUpdate(
        { _id: 'n' },
        { $set: { amount: 1 } },
        { upsert: true, returnDocument: 'after', includeResultMetadata: true, lean: true },
      );
      expect(result).toMatchObject({
        value: { _id: 'n', amount: 1 },
        lastErrorObject: { n: 1, updatedExisting: false, upserted: 'n' },
      });
    });
  });

  describe('deleting', () => {
    it('deletes one, many and all', async () => {
      const claims = await store.claims();
      await claims.insertMany(['a', 'b', 'c', 'd'].map((_id) => ({ _id, owner: _id < 'c' ? 'ann' : 'bob' })));
      expect(await claims.deleteOne({ owner: 'ann' })).toMatchObject({ deletedCount: 1 });
      expect(await claims.deleteOne({ owner: 'nobody' })).toMatchObject({ deletedCount: 0 });
      expect(await claims.deleteMany({ owner: 'bob' })).toMatchObject({ deletedCount: 2 });
      expect(await claims.deleteMany({})).toMatchObject({ deletedCount: 1 });
      await expect(claims.countDocuments()).resolves.toBe(0);
    });
  });

  describe('writing in bulk', () => {
    store.itNeeding('upserted ids by their place in a bulk')('runs every kind of write and counts them', async () => {
      const claims = await store.claims();
      await claims.insertMany([{ _id: 'a', amount: 1 }, { _id: 'b', amount: 1 }, { _id: 'c' }, { _id: 'd' }]);
      const result = await claims.bulkWrite([
        { insertOne: { document: { _id: 'e' } } },
        { updateOne: { filter: { _id: 'a' }, update: { $set: { amount: 2 } } } },
        { updateOne: { filter: { _id: 'u' }, update: { $set: { amount: 9 } }, upsert: true } },
        { replaceOne: { filter: { _id: 'c' }, replacement: { _id: 'c', owner: 'cid' } } },
        { deleteOne: { filter: { _id: 'd' } } },
      ]);
      expect(result).toMatchObject({
        insertedCount: 1,
        matchedCount: 2,
        modifiedCount: 2,
        upsertedCount: 1,
        deletedCount: 1,
        upsertedIds: { 2: 'u' },
      });
      expect(await claims.find().sort({ _id: 1 }).lean()).toEqual([
        { _id: 'a', amount: 2 },
        { _id: 'b', amount: 1 },
        { _id: 'c', owner: 'cid' },
        { _id: 'e' },
        { _id: 'u', amount: 9 },
      ]);
    });

    it('refuses an empty bulk', async () => {
      const claims = await store.claims();
      for (const options of [{}, { ordered: false }])
        await expect(claims.collection.bulkWrite([], options)).rejects.toThrow('Batch cannot be empty');
    });

    it('stops at a rejected write when ordered, and continues when not', async () => {
      const claims = await store.claims();
      const writes = ['a', 'a', 'b'].map((_id) => ({ insertOne: { document: { _id } } }));
      await expect(claims.bulkWrite(writes)).rejects.toMatchObject({ code: 11000 });
      expect(ids(await claims.find().lean())).toEqual(['a']);
      await expect(claims.bulkWrite(writes, { ordered: false })).rejects.toMatchObject({ code: 11000 });
      expect(ids(await claims.find().sort({ _id: 1 }).lean())).toEqual(['a', 'b']);
    });
  });

  it('writes at once are each done or refused by themselves', async () => {
    const claims = await store.claims();
    await claims.create({ _id: 'taken' });
    const [refused, inserted, replaced, bulk] = await Promise.allSettled([
      claims.collection.insertOne({ _id: 'taken' as never }),
      claims.collection.insertOne({ _id: 'new' as never }),
      claims.collection.replaceOne({ _id: 'other' as never }, { amount: 1 }, { upsert: true }),
      claims.insertMany([{ _id: 'first' }, { _id: 'taken' }]),
    ]);
    expect([refused, inserted, replaced, bulk].map(({ status }) => status)).toEqual([
      'rejected',
      'fulfilled',
      'fulfilled',
      'rejected',
    ]);
    expect(ids(await claims.find().sort({ _id: 1 }).lean())).toEqual(['first', 'new', 'other', 'taken']);
  });
}
