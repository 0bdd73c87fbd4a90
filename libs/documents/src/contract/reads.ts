import { findStored } from '../find-stored.js';
import mongoose, { type Model } from 'mongoose';
import { day, ids, type Claim, type TestStore } from './store.js';

export function readContract(store: TestStore): void {
  describe('reading', () => {
    it('returns documents by default and plain objects with lean', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 1 });
      expect((await claims.findById('a'))?.get('amount')).toBe(1);
      expect(await claims.findById('a').lean()).toEqual({ _id: 'a', amount: 1 });
      expect(await claims.exists({ _id: 'a' })).toEqual({ _id: 'a' });
      expect(await claims.exists({ _id: 'b' })).toBeNull();
    });

    it('projects by inclusion and exclusion, including nested paths', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 1, owner: 'ann', detail: { city: 'Oslo', zip: 1 } });
      expect(await claims.findById('a', { amount: 1 }).lean()).toEqual({ _id: 'a', amount: 1 });
      expect(await claims.findById('a').select('owner -_id').lean()).toEqual({ owner: 'ann' });
      expect(await claims.findById('a', { detail: 0 }).lean()).toEqual({ _id: 'a', amount: 1, owner: 'ann' });
      expect(await claims.findById('a', { 'detail.zip': 1 }).lean()).toEqual({ _id: 'a', detail: { zip: 1 } });
      expect(await claims.find({ owner: 'ann' }, { 'detail.city': 0, owner: 0 }).lean()).toEqual([
        { _id: 'a', amount: 1, detail: { zip: 1 } },
      ]);
    });

    it('streams with a cursor in order, over more than one batch', async () => {
      const claims = await store.claims([{ amount: 1 }]);
      await claims.insertMany(Array.from({ length: 250 }, (_, amount) => ({ _id: `id-${amount}`, amount })));
      const seen: unknown[] = [];
      for await (const { amount } of claims
        .find({ amount: { $gte: 10 } })
        .sort({ amount: -1 })
        .lean()
        .cursor())
        seen.push(amount);
      expect(seen).toEqual(Array.from({ length: 240 }, (_, at) => 249 - at));
    });

    it('pages after a cursor without gaps or repeats while documents are added', async () => {
      const claims = await store.claims([{ owner: 1, createdAt: -1, _id: -1 }]);
      const stored = Array.from({ length: 45 }, (_, at) => ({
        _id: `id-${String(at).padStart(3, '0')}`,
        owner: 'ann',
        createdAt: day(`01-${String(1 + (at % 5)).padStart(2, '0')}`),
      }));
      await claims.insertMany([...stored, { _id: 'other', owner: 'bob', createdAt: day('01-02') }]);
      const seen: unknown[] = [];
      let after: { createdAt?: Date | null; _id: string } | undefined;
      for (let page = 0; page < 10; page += 1) {
        const older = after && {
          $or: [{ createdAt: { $lt: after.createdAt } }, { createdAt: after.createdAt, _id: { $lt: after._id } }],
        };
        const rows = await claims
          .find({ owner: 'ann', ...older })
          .sort({ createdAt: -1, _id: -1 })
          .limit(10)
          .lean();
        seen.push(...ids(rows));
        after = rows.at(-1) ?? after;
        if (rows.length < 10) break;
        await claims.create({ _id: `new-${page}`, owner: 'ann', createdAt: day('02-01') });
      }
      const expected = [...stored].sort(
        (a, b) => Number(b.createdAt) - Number(a.createdAt) || (a._id < b._id ? 1 : -1),
      );
      expect(seen).toEqual(ids(expected));
    });

    it('finds by a list of 500 keys', async () => {
      const claims = await store.claims();
      await claims.insertMany(Array.from({ length: 700 }, (_, at) => ({ _id: `id-${at}` })));
      const keys = Array.from({ length: 500 }, (_, at) => `id-${at * 2}`);
      expect(await claims.find({ _id: { $in: keys } }).lean()).toHaveLength(350);
    });

    it('finds nothing in a collection that was never written', async () => {
      const name = store.newName();
      const claims = store.connection.model(name, new mongoose.Schema({ owner: String }, { autoCreate: false }), name);
      expect(await claims.find().lean()).toEqual([]);
      await expect(claims.countDocuments()).resolves.toBe(0);
    });
  });

  describe('filters that would match too much', () => {
    let claims: Model<Claim>;

    beforeAll(async () => {
      claims = await store.claims();
      await claims.insertMany([{ _id: 'a', owner: 'ann' }, { _id: 'b' }]);
    });

    it('rejects undefined at any depth and changes nothing', async () => {
      await expect(claims.findOne({ owner: undefined })).rejects.toThrow("The filter's owner is undefined.");
      await expect(claims.find({ owner: { $gt: undefined } })).rejects.toThrow("The filter's owner.$gt is undefined.");
      await expect(claims.find({ $or: [{ _id: 'a' }, { owner: undefined }] })).rejects.toThrow('$or.1.owner');
      await expect(findStored(claims, { owner: undefined }, ['owner'])).rejects.toThrow(TypeError);
      await expect(claims.deleteMany({ owner: undefined })).rejects.toThrow(TypeError);
      await expect(claims.updateMany({ owner: undefined }, { $set: { owner: 'eve' } })).rejects.toThrow(TypeError);
      await expect(claims.bulkWrite([{ deleteOne: { filter: { owner: undefined } } }])).rejects.toThrow(TypeError);
      await expect(claims.countDocuments({ owner: 'ann' })).resolves.toBe(1);
      await expect(claims.countDocuments()).resolves.toBe(2);
    });

    it('rejects a path that is not in the schema', async () => {
      await expect(claims.deleteMany({ ownr: 'ann' } as never)).rejects.toThrow('ownr');
      await expect(claims.countDocuments()).resolves.toBe(2);
    });

    it('treats an operator from a request as a value with sanitizeFilter', async () => {
      const outside: unknown = { $ne: null };
      const found = claims.find({ owner: outside as string }).setOptions({ sanitizeFilter: true });
      await expect(found).rejects.toThrow(mongoose.Error.CastError);
    });
  });
}
