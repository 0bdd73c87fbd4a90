import mongoose from 'mongoose';
import type { TestStore } from './store.js';

export function valueContract(store: TestStore): void {
  describe('values', () => {
    it.each([
      ['text', 'é 漢 🧾 "quoted" \u0000 end'],
      ['empty text', ''],
      ['an integer', 42],
      ['the largest safe integer', 9_007_199_254_740_991],
      ['a number above 32 bits', 4_294_967_297],
      ['a fraction', 0.1],
      ['a tiny number', 5e-324],
      ['a huge number', 1.7e308],
      ['a negative', -12.5],
      ['true', true],
      ['false', false],
      ['null', null],
      ['a date', new Date('2024-02-29T23:59:59.999Z')],
      ['a date before 1970', new Date('1931-05-05T01:02:03.004Z')],
      ['nested objects', { a: { b: { c: { d: 1 } } } }],
    ])('are read back unchanged: %s', (_, value) => expectKept(value));

    store.itNeeding('nested arrays')('are read back unchanged: a nested array', () =>
      expectKept([1, [2, [3, []]], { a: [null, 'x'] }]),
    );

    async function expectKept(value: unknown) {
      const claims = await store.claims();
      await claims.create({ _id: 'a', detail: value });
      const stored = await claims.findById('a').lean();
      expect(stored).toStrictEqual({ _id: 'a', detail: value });
      expect(typeof stored?.detail).toBe(typeof value);
    }

    it('distinguish null from missing', async () => {
      const claims = await store.claims();
      await claims.insertMany([{ _id: 'a', note: null }, { _id: 'b' }]);
      expect(await claims.find().sort({ _id: 1 }).lean()).toEqual([{ _id: 'a', note: null }, { _id: 'b' }]);
      expect(await claims.find({ note: { $exists: true } }).lean()).toEqual([{ _id: 'a', note: null }]);
    });

    it('include ObjectIds found by value, in _id and in other paths', async () => {
      const { ObjectId } = mongoose.Types;
      const links = await store.model<{ _id: mongoose.Types.ObjectId; to: mongoose.Types.ObjectId }>(
        { _id: mongoose.Schema.Types.ObjectId, to: mongoose.Schema.Types.ObjectId },
        [{ to: 1 }],
      );
      const [id, to] = [new ObjectId(), new ObjectId()];
      await links.create({ _id: id, to });
      const found = await links.findOne({ _id: new ObjectId(id.toHexString()) }).lean();
      expect(String(found?.to)).toBe(String(to));
      expect(await links.countDocuments({ to: to.toHexString() })).toBe(1);
      expect(await links.countDocuments({ to: { $in: [new ObjectId(to.toHexString())] } })).toBe(1);
      await expect(links.create({ _id: new ObjectId(id.toHexString()), to })).rejects.toMatchObject({ code: 11000 });
    });

    it('include binary data', async () => {
      const files = await store.model<{ _id: string; bytes: Buffer }>({ _id: String, bytes: Buffer });
      await files.create({ _id: 'a', bytes: Buffer.from([0, 255, 1, 254]) });
      const file = await files.findById('a').orFail();
      expect([...file.bytes]).toEqual([0, 255, 1, 254]);
    });

    it('get timestamps as the schema defines', async () => {
      const name = store.newName();
      const schema = new mongoose.Schema({ _id: String, note: String }, { timestamps: true });
      const notes = store.connection.model(name, schema, name);
      await notes.updateOne({ _id: 'a' }, { $set: { note: 'x' } }, { upsert: true });
      const first = await notes.findById('a').orFail();
      await notes.updateOne({ _id: 'a' }, { $set: { note: 'y' } });
      const second = await notes.findById('a').orFail();
      expect(second.createdAt).toEqual(first.createdAt);
      expect(Number(second.updatedAt)).toBeGreaterThanOrEqual(Number(first.updatedAt));
    });
  });
}
