import { isDuplicateKey, upserting } from '../errors.js';
import { day, type TestStore } from './store.js';

export function upsertContract(store: TestStore): void {
  describe('upserting', () => {
    it('keeps the document of the first of many concurrent upserts', async () => {
      const claims = await store.claims();
      const found = await Promise.all(
        ['ann', 'ben', 'cay', 'dan', 'eva', 'fay'].map((owner) =>
          upserting(() =>
            claims
              .findOneAndUpdate({ _id: 'a' }, { $setOnInsert: { owner } }, { upsert: true, returnDocument: 'after' })
              .lean(),
          ),
        ),
      );
      const [first, ...others] = found.map((claim) => claim?.owner);
      expect(others).toEqual(others.map(() => first));
      expect(await claims.countDocuments()).toBe(1);
    });

    it('builds the new document from the filter, $set and $setOnInsert', async () => {
      const claims = await store.claims();
      const filter = {
        _id: 'a',
        owner: 'ann',
        'detail.city': 'Oslo',
        revision: { $lt: 3 },
        status: { $in: ['draft'] },
      };
      const update = { $set: { revision: 3 }, $setOnInsert: { createdAt: day('01-01') }, $inc: { amount: 1 } };
      expect(await claims.updateOne(filter, update, { upsert: true })).toMatchObject({
        matchedCount: 0,
        upsertedCount: 1,
        upsertedId: 'a',
      });
      expect(await claims.findById('a').lean()).toEqual({
        _id: 'a',
        owner: 'ann',
        detail: { city: 'Oslo' },
        revision: 3,
        createdAt: day('01-01'),
        amount: 1,
      });
    });

    store.itNeeding('the key in a duplicate key error')(
      'writes a newer revision and rejects an older or equal one',
      async () => {
        const claims = await store.claims([{ revision: 1 }]);
        const apply = (revision: number) =>
          claims.updateOne(
            { _id: 'a', revision: { $lt: revision } },
            { $set: { revision, note: `r${revision}` } },
            { upsert: true },
          );
        await expect(apply(2)).resolves.toMatchObject({ upsertedCount: 1 });
        await expect(apply(5)).resolves.toMatchObject({ modifiedCount: 1 });
        await expect(apply(5)).rejects.toMatchObject({ code: 11000 });
        await expect(apply(4)).rejects.toMatchObject({ code: 11000, keyValue: { _id: 'a' } });
        expect(await claims.find().lean()).toEqual([{ _id: 'a', revision: 5, note: 'r5' }]);
      },
    );

    store.itNeeding('atomic updates')('lets exactly one of many concurrent writers of a revision succeed', async () => {
      const claims = await store.claims();
      for (const revision of [1, 2, 3]) {
        const race = Array.from({ length: 20 }, (_, racer) =>
          claims.updateOne(
            { _id: 'a', revision: { $lt: revision } },
            { $set: { revision, note: String(racer) } },
            { upsert: true },
          ),
        );
        const results = await Promise.allSettled(race);
        const rejected = results.filter((result) => result.status === 'rejected');
        expect(rejected).toHaveLength(19);
        expect(rejected.every(({ reason }) => isDuplicateKey(reason))).toBe(true);
        const winner = results.findIndex(({ status }) => status === 'fulfilled');
        expect(await claims.findById('a').lean()).toEqual({ _id: 'a', revision, note: String(winner) });
      }
    });

    store.itNeeding('atomic updates')('counts every one of many concurrent increments', async () => {
      const claims = await store.claims();
      await claims.create({ _id: 'a', amount: 0 });
      await Promise.all(Array.from({ length: 50 }, () => claims.updateOne({ _id: 'a' }, { $inc: { amount: 1 } })));
      expect((await claims.findById('a').lean())?.amount).toBe(50);
    });
  });
}
