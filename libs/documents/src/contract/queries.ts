import type { Model, QueryFilter } from 'mongoose';
import { day, ids, type Claim, type TestStore } from './store.js';

const CLAIMS: Claim[] = [
  { _id: 'a', owner: 'ann', status: 'draft', amount: 10, createdAt: day('01-01'), tags: ['food', 'trip'], note: 'x' },
  { _id: 'b', owner: 'ann', status: 'submitted', amount: 20.5, createdAt: day('01-02'), tags: [], note: null },
  {
    _id: 'c',
    owner: 'bob',
    status: 'submitted',
    amount: -3,
    createdAt: day('01-03'),
    lines: [{ sku: 'p', quantity: 2 }],
  },
  { _id: 'd', owner: 'bob', status: 'paid', amount: null, createdAt: day('01-03'), detail: { city: 'Oslo', zip: 1 } },
  { _id: 'e', owner: 'Cid', status: null, amount: 9_007_199_254_740_991, createdAt: new Date(-1), tags: ['trip'] },
  {
    _id: 'f',
    owner: 'é',
    amount: 0,
    createdAt: null,
    lines: [
      { sku: 'q', quantity: 1 },
      { sku: 'p', quantity: 5 },
    ],
  },
];

const CASES: [QueryFilter<Claim>, string][] = [
  [{}, 'abcdef'],
  [{ _id: 'c' }, 'c'],
  [{ _id: { $in: ['a', 'f', 'z'] } }, 'af'],
  [{ owner: 'ann' }, 'ab'],
  [{ owner: { $ne: 'ann' } }, 'cdef'],
  [{ owner: { $gt: 'ann', $lt: 'c' } }, 'cd'],
  [{ owner: { $gte: 'bob' } }, 'cdf'],
  [{ status: null }, 'ef'],
  [{ status: { $ne: null } }, 'abcd'],
  [{ status: { $exists: true } }, 'abcde'],
  [{ status: { $exists: false } }, 'f'],
  [{ status: { $in: ['draft', null] } }, 'aef'],
  [{ status: { $in: [] } }, ''],
  [{ status: { $regex: 'aft' } }, 'a'],
  [{ status: { $regex: 'a\\.ft' } }, ''],
  [{ status: { $regex: 'd.a' } }, 'a'],
  [{ status: { $regex: 'DRAFT' } }, ''],
  [{ status: /^p/ }, 'd'],
  [{ status: { $regex: 'i' }, owner: 'ann' }, 'b'],
  [{ amount: { $gt: 10 } }, 'be'],
  [{ amount: { $gte: -3, $lte: 10 } }, 'acf'],
  [{ amount: { $lt: 0 } }, 'c'],
  [{ amount: null }, 'd'],
  [{ amount: 9_007_199_254_740_991 }, 'e'],
  [{ createdAt: { $lt: day('01-02') } }, 'ae'],
  [{ createdAt: { $lt: day('01-03'), $gt: new Date(-2) } }, 'abe'],
  [{ createdAt: day('01-03') }, 'cd'],
  [{ createdAt: { $gte: day('01-03') } }, 'cd'],
  [{ createdAt: null }, 'f'],
  [{ note: null }, 'bcdef'],
  [{ tags: 'trip' }, 'ae'],
  [{ tags: { $in: ['food'] } }, 'a'],
  [{ tags: { $ne: 'trip' } }, 'bcdf'],
  [{ 'lines.sku': 'p' }, 'cf'],
  [{ 'detail.city': 'Oslo' }, 'd'],
  [{ detail: { city: 'Oslo', zip: 1 } }, 'd'],
  [{ owner: /^a/ }, 'ab'],
  [{ owner: /^c/i }, 'e'],
  [{ owner: 'ann', status: 'submitted' }, 'b'],
  [{ $and: [{ owner: 'bob' }, { status: 'paid' }] }, 'd'],
  [{ $or: [{ owner: 'ann' }, { status: 'paid' }] }, 'abd'],
  [{ $or: [{ owner: 'ann' }, { tags: 'trip' }] }, 'abe'],
  [{ owner: 'bob', $or: [{ amount: { $lt: 0 } }, { amount: { $gt: 100 } }] }, 'c'],
];

/** Runs with and without indexes, because an index may change how a query runs but never its result. */
export function queryContract(store: TestStore): void {
  describe.each([
    [
      'indexed',
      [
        { owner: 1 },
        { status: 1 },
        { amount: -1 },
        { createdAt: 1, _id: 1 },
        { note: 1 },
        { tags: 1 },
        { 'detail.city': 1 },
      ],
    ],
    ['not indexed', []],
  ] as const)('filters and sorts on paths that are %s', (_, indexes) => {
    let claims: Model<Claim>;

    beforeAll(async () => {
      claims = await store.claims([...indexes]);
      await claims.insertMany(CLAIMS);
    });

    async function expectSelected(filter: QueryFilter<Claim>, expected: string) {
      expect(
        ids(await claims.find(filter).lean())
          .sort()
          .join(''),
      ).toBe(expected);
      await expect(claims.countDocuments(filter)).resolves.toBe(expected.length);
    }

    it.each(CASES)('%j selects %s', expectSelected);

    it('sorts null and missing first, then numbers by value', async () => {
      expect(ids(await claims.find().sort({ amount: 1 }).lean())).toEqual(['d', 'c', 'f', 'a', 'b', 'e']);
      expect(ids(await claims.find().sort({ amount: -1 }).lean())).toEqual(['e', 'b', 'a', 'f', 'c', 'd']);
    });

    it('sorts text by its bytes', async () => {
      expect(ids(await claims.find().sort({ owner: 1, _id: 1 }).lean())).toEqual(['e', 'a', 'b', 'c', 'd', 'f']);
    });

    it('sorts by several paths, each in its direction, and orders ties by the next', async () => {
      expect(ids(await claims.find().sort({ createdAt: -1, _id: 1 }).lean())).toEqual(['c', 'd', 'b', 'a', 'e', 'f']);
      expect(ids(await claims.find().sort({ status: 1, amount: -1 }).lean())).toEqual(['e', 'f', 'a', 'd', 'b', 'c']);
    });

    it('skips and limits after sorting', async () => {
      expect(ids(await claims.find().sort({ _id: -1 }).skip(1).limit(2).lean())).toEqual(['e', 'd']);
      expect(ids(await claims.find({ tags: 'trip' }).sort({ _id: -1 }).skip(1).limit(5).lean())).toEqual(['a']);
      await expect(claims.countDocuments({}, { skip: 4, limit: 5 })).resolves.toBe(2);
    });

    it('finds the first in a sort order', async () => {
      expect((await claims.findOne({ owner: 'bob' }).sort({ _id: -1 }).lean())?._id).toBe('d');
      expect(await claims.findOne({ owner: 'nobody' }).lean()).toBeNull();
    });
  });
}
