import mongoose from 'mongoose';
import { isReady } from '../open-documents.js';
import { CLAIM_PATHS, ids, type Claim, type TestStore } from './store.js';

export function collectionContract(store: TestStore): void {
  describe('unique indexes', () => {
    store.itNeeding('the key in a duplicate key error')('reject a taken value and name it', async () => {
      const claims = await store.claims([{ owner: 1 }], { unique: true });
      await claims.create({ _id: 'a', owner: 'ann' });
      await expect(claims.create({ _id: 'b', owner: 'ann' })).rejects.toMatchObject({
        code: 11000,
        keyPattern: { owner: 1 },
        keyValue: { owner: 'ann' },
      });
      await claims.create({ _id: 'b', owner: 'bob' });
      await expect(claims.updateOne({ _id: 'b' }, { $set: { owner: 'ann' } })).rejects.toMatchObject({ code: 11000 });
      expect((await claims.findById('b').lean())?.owner).toBe('bob');
    });

    it('let one of many concurrent inserts succeed', async () => {
      const claims = await store.claims([{ owner: 1 }], { unique: true });
      const race = Array.from({ length: 20 }, (_, at) => claims.create({ _id: String(at), owner: 'ann' }));
      const results = await Promise.allSettled(race);
      expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      await expect(claims.countDocuments()).resolves.toBe(1);
    });

    store.itNeeding('the key in a duplicate key error')(
      'on several paths reject only the same combination',
      async () => {
        const claims = await store.claims([{ owner: 1, status: 1 }], { unique: true });
        await claims.insertMany([
          { _id: 'a', owner: 'ann', status: 'x' },
          { _id: 'b', owner: 'ann', status: 'y' },
        ]);
        await expect(claims.create({ _id: 'c', owner: 'ann', status: 'y' })).rejects.toMatchObject({
          code: 11000,
          keyPattern: { owner: 1, status: 1 },
          keyValue: { owner: 'ann', status: 'y' },
        });
      },
    );

    store.itNeeding('null in unique indexes')('treat null and missing as one value, unless sparse', async () => {
      const claims = await store.claims([{ owner: 1 }], { unique: true });
      await claims.create({ _id: 'a' });
      await expect(claims.create({ _id: 'b' })).rejects.toMatchObject({ code: 11000 });
      const sparse = await store.claims([{ owner: 1 }], { unique: true, sparse: true });
      await sparse.insertMany([{ _id: 'a' }, { _id: 'b' }, { _id: 'c', owner: 'cid' }]);
      await expect(sparse.create({ _id: 'd', owner: 'cid' })).rejects.toMatchObject({ code: 11000 });
      expect(ids(await sparse.find({ owner: null }).sort({ _id: 1 }).lean())).toEqual(['a', 'b']);
      expect(ids(await sparse.find({ owner: { $exists: true } }).lean())).toEqual(['c']);
      expect(
        ids(
          await sparse
            .find({ owner: { $ne: 'cid' } })
            .sort({ _id: 1 })
            .lean(),
        ),
      ).toEqual(['a', 'b']);
    });

    store.itNeeding('the code of a unique index that cannot be made')(
      'cannot be created over existing duplicates',
      async () => {
        const claims = await store.claims();
        await claims.insertMany([
          { _id: 'a', owner: 'ann' },
          { _id: 'b', owner: 'ann' },
        ]);
        await expect(claims.collection.createIndex({ owner: 1 }, { unique: true })).rejects.toMatchObject({
          code: 11000,
        });
        expect(await claims.listIndexes()).toHaveLength(1);
        await claims.create({ _id: 'c', owner: 'ann' });
      },
    );
  });

  describe('indexes', () => {
    it('are created once, listed and dropped', async () => {
      const claims = await store.claims([{ owner: 1 }, { status: 1, amount: -1 }]);
      await claims.createIndexes();
      expect((await claims.listIndexes()).map(({ name, key }) => [name, key])).toEqual([
        ['_id_', { _id: 1 }],
        ['owner_1', { owner: 1 }],
        ['status_1_amount_-1', { status: 1, amount: -1 }],
      ]);
      await claims.collection.dropIndex('owner_1');
      expect(await claims.listIndexes()).toHaveLength(2);
      await expect(claims.collection.dropIndex('owner_1')).rejects.toMatchObject({ code: 27 });
    });

    it('created over existing documents cover them too', async () => {
      const claims = await store.claims();
      await claims.insertMany([
        { _id: 'a', owner: 'bob' },
        { _id: 'b', owner: 'ann' },
        { _id: 'c', tags: ['x'] },
      ]);
      await claims.collection.createIndex({ owner: 1 });
      await claims.collection.createIndex({ tags: 1 });
      expect(
        ids(
          await claims
            .find({ owner: { $gte: 'ann' } })
            .sort({ owner: 1 })
            .lean(),
        ),
      ).toEqual(['b', 'a']);
      expect(ids(await claims.find({ tags: 'x' }).lean())).toEqual(['c']);
    });
  });

  describe('collections', () => {
    store.itNeeding('renaming onto a collection to be dropped')(
      'are built beside the active one and swapped in, repeatedly',
      async () => {
        const live = await store.claims([{ owner: 1 }], { unique: true });
        await live.create({ _id: 'old', owner: 'ann' });
        for (const round of ['first', 'second']) {
          const name = store.newName();
          const schema = new mongoose.Schema<Claim>(CLAIM_PATHS, { versionKey: false }).index(
            { owner: 1 },
            { unique: true },
          );
          const next = store.connection.model<Claim>(name, schema, name);
          await next.init();
          await next.insertMany([
            { _id: round, owner: 'ann' },
            { _id: `${round}-2`, owner: 'bob' },
          ]);
          await next.collection.rename(live.collection.name, { dropTarget: true });
          expect(ids(await live.find({ owner: 'ann' }).lean())).toEqual([round]);
          await expect(live.create({ _id: 'x', owner: 'bob' })).rejects.toMatchObject({ code: 11000 });
          expect(await next.find().lean()).toEqual([]);
        }
      },
    );

    it('are not renamed to an existing name unless that collection may be dropped', async () => {
      const [one, two] = [await store.claims(), await store.claims()];
      await two.create({ _id: 'a' });
      await expect(one.collection.rename(two.collection.name)).rejects.toMatchObject({ code: 48 });
      await expect(two.countDocuments()).resolves.toBe(1);
    });

    it('are dropped with all documents, and may be filled again', async () => {
      const claims = await store.claims([{ owner: 1 }], { unique: true });
      await claims.create({ _id: 'a', owner: 'ann' });
      await claims.collection.drop();
      await expect(claims.countDocuments()).resolves.toBe(0);
      await claims.insertMany([{ _id: 'a' }, { _id: 'b' }]);
      await expect(claims.countDocuments()).resolves.toBe(2);
    });
  });

  describe('connections', () => {
    it('keep documents and indexes when closed and opened again', async () => {
      const name = store.newName();
      const schema = new mongoose.Schema<Claim>(CLAIM_PATHS).index({ owner: 1 }, { unique: true });
      const before = await store.reopen();
      const model = before.model<Claim>(name, schema, name);
      await model.init();
      await model.create({ _id: 'a', owner: 'ann', tags: ['x'] });
      await before.destroy();
      expect(await isReady(before)).toBe(false);

      const after = await store.reopen();
      const again = after.model<Claim>(name, schema, name);
      await again.init();
      expect(ids(await again.find({ owner: 'ann', tags: 'x' }).lean())).toEqual(['a']);
      await expect(again.create({ _id: 'b', owner: 'ann' })).rejects.toMatchObject({ code: 11000 });
      expect(await isReady(after)).toBe(true);
      await after.destroy();
    });
  });
}
