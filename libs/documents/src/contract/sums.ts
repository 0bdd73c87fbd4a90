import fc from 'fast-check';
import mongoose, { type Model } from 'mongoose';
import { sumsIn, type Sum } from '../sums.js';
import { textSearch, type TextSearch } from '../text-search.js';
import type { TestStore } from './store.js';

interface Bill {
  readonly _id: string;
  readonly day: string;
  readonly owner: string | null;
  readonly status: string | null;
  readonly amount: string | null;
  readonly note: string | null;
  /** Has no index, so that no store can test it alone. */
  readonly mark?: string;
}

const MORE_THAN_ONE_READ = 2_100;
const LARGEST = '9999999999999999.99';

export function sumsContract(store: TestStore): void {
  describe('sums', () => {
    let bills: Model<Bill>;
    let searched: TextSearch<'note'>;

    beforeAll(async () => {
      const schema = new mongoose.Schema<Bill>(
        { _id: String, day: String, owner: String, status: String, amount: String, note: String, mark: String },
        { versionKey: false },
      );
      searched = textSearch(store.connection, { paths: ['note'], within: 'owner' });
      searched.addTo(schema);
      schema.index({ owner: 1, day: 1 }).index({ day: 1 }).index({ status: 1, amount: 1 });
      const name = store.newName();
      bills = store.connection.model<Bill>(name, schema, name);
      await bills.init();
    });

    const write = async (written: readonly Omit<Bill, '_id' | 'day'>[]) => {
      await bills.deleteMany({});
      const stored = written.map((bill, at) => ({
        ...{ _id: `bill-${at}`, day: `day-${Math.floor(at / 3)}` },
        ...{ ...bill, ...searched.stored(bill) },
      }));
      await bills.insertMany(stored, { lean: true });
    };
    const sums = async (filter: Record<string, unknown>) => {
      const added = new Map<string, [count: number, hundredths: bigint]>();
      const asked = { by: ['owner', 'status'] as const, of: 'amount', order: 'day', maxTimeMs: 5_000 } as const;
      for await (const slice of sumsIn(bills, filter, asked)) slice.forEach((sum) => add(added, sum));
      return added;
    };
    const add = (added: Map<string, [number, bigint]>, { by, count, hundredths }: Sum<'owner' | 'status'>) => {
      const key = JSON.stringify([by.owner, by.status]);
      const [known, total] = added.get(key) ?? [0, 0n];
      added.set(key, [known + count, total + hundredths]);
    };

    it('count and add exactly the matching documents, whatever the filter', async () => {
      const bill = fc.record({
        owner: fc.option(fc.constantFrom('ann', 'bob')),
        status: fc.option(fc.constantFrom('paid', 'sent')),
        amount: fc.option(fc.constantFrom('0.00', '0.10', '0000000000000.20', '12.34', LARGEST)),
        note: fc.option(fc.constantFrom('dinner', 'dine', 'inner', 'x')),
        mark: fc.constantFrom('yes', 'no'),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(bill, { minLength: 1, maxLength: 20 }), async (written) => {
          await write(written);
          for (const [filter, isMatch] of [
            [{}, () => true],
            [{ owner: 'ann' }, ({ owner }) => owner === 'ann'],
            [searched.containing('note', 'inn'), ({ note }) => note?.includes('inn') ?? false],
            [searched.containing('note', 'x'), ({ note }) => note === 'x'],
            [{ mark: 'yes', day: { $gt: '' } }, ({ mark }) => mark === 'yes'],
          ] satisfies [Record<string, unknown>, (bill: (typeof written)[number]) => boolean][]) {
            const expected = new Map<string, [number, bigint]>();
            for (const { owner, status, amount } of written.filter(isMatch))
              add(expected, { by: { owner, status }, count: 1, hundredths: BigInt((amount ?? '0').replace('.', '')) });
            expect(new Map([...(await sums(filter))].sort())).toEqual(new Map([...expected].sort()));
          }
        }),
        { numRuns: 15 },
      );
    });

    it('of more documents than one read has are exact, also beyond the integers of a float', async () => {
      const bill = { owner: 'ann', status: 'paid', amount: LARGEST, note: 'dinner' };
      await write(Array.from({ length: MORE_THAN_ONE_READ }, () => bill));
      for (const filter of [{}, searched.containing('note', 'dinner'), { note: 'dinner' }])
        expect([...(await sums(filter))]).toEqual([
          ['["ann","paid"]', [MORE_THAN_ONE_READ, 999_999_999_999_999_999n * BigInt(MORE_THAN_ONE_READ)]],
        ]);
      expect((await sums({ owner: 'bob' })).size).toBe(0);
    });
  });
}
