import fc from 'fast-check';
import mongoose, { type Model } from 'mongoose';
import { isTimeLimit } from '../errors.js';
import { textSearch, type TextSearch } from '../text-search.js';
import { ids, type TestStore } from './store.js';

interface Note {
  _id: number;
  owner: string | null;
  day: string;
  title: string | null;
  body: string | null;
  mark?: string | null;
}

/** Few characters, so that texts contain each other; some mean something to a pattern, to SQL or to an index. */
const character = fc.constantFrom(
  ...'aaabbcA ',
  '%',
  '_',
  '"',
  "'",
  '*',
  '\\',
  '.',
  '-',
  '\n',
  'é',
  'e\u0301',
  'ß',
  '😀',
  '👍🏽',
  '\ue000',
  'ā',
);
const text = (maxLength: number) => fc.array(character, { maxLength }).map((characters) => characters.join(''));
const owner = fc.constantFrom('ann', 'bob');
const note = fc.record({ owner: fc.option(owner), title: fc.option(text(8)), body: fc.option(text(20)) });
const search = fc.record({
  path: fc.constantFrom('title' as const, 'body' as const),
  parts: fc.array(
    text(6).filter((part) => part !== ''),
    { minLength: 1, maxLength: 2 },
  ),
  orOwners: fc.array(owner, { maxLength: 2 }),
  owner: fc.option(owner),
  way: fc.constantFrom<1 | -1>(1, -1),
  skip: fc.nat(2),
  limit: fc.nat(5),
});

export function textSearchContract(store: TestStore): void {
  describe('a text search', () => {
    let notes: Model<Note>;
    let searched: TextSearch<'title' | 'body'>;

    beforeAll(async () => {
      const schema = new mongoose.Schema<Note>(
        { _id: Number, owner: String, day: String, title: String, body: String, mark: String },
        { versionKey: false },
      );
      searched = textSearch(store.connection, { paths: ['title', 'body'], within: 'owner', included: ['mark'] });
      searched.addTo(schema);
      schema.index({ owner: 1, day: 1 });
      schema.index({ day: 1 });
      const name = store.newName();
      notes = store.connection.model<Note>(name, schema, name);
      await notes.init();
    });

    const stored = (written: Omit<Note, '_id' | 'day'>, at: number): Note => ({
      _id: at,
      day: `day-${String(at).padStart(3, '0')}`,
      ...written,
      ...searched.stored(written),
    });
    const find = async (path: 'title' | 'body', part: string) =>
      ids(await notes.find(searched.containing(path, part)).sort({ day: 1 }).limit(10).lean());

    it('finds exactly what a test of each document finds, also after changes', async () => {
      const query = fc.array(search, { minLength: 6, maxLength: 6 });
      const contents = fc.array(note, { minLength: 1, maxLength: 30 });
      await fc.assert(
        fc.asyncProperty(contents, fc.array(note, { maxLength: 5 }), query, async (first, changed, queries) => {
          await notes.deleteMany({});
          await notes.insertMany(first.map(stored), { lean: true });
          for (const [at, content] of changed.entries())
            await notes.replaceOne({ _id: at }, stored(content, at), { upsert: true });
          const current = first.length > changed.length ? [...changed, ...first.slice(changed.length)] : changed;
          for (const { path, parts, orOwners, owner: by, way, skip, limit } of queries) {
            const texts = parts.map((part) => searched.containing(path, part));
            const owners = orOwners.length > 0 ? [{ owner: { $in: orOwners } }] : [];
            const found = await notes
              .find({ ...(by && { owner: by }), $or: [...texts, ...owners] })
              .sort({ day: way })
              .skip(skip)
              .limit(limit)
              .lean();
            const isMatch = (row: (typeof current)[number]) =>
              parts.some((part) => row[path]?.includes(part)) || orOwners.some((or) => or === row.owner);
            const expected = current
              .flatMap((row, at) => ((by === null || row.owner === by) && isMatch(row) ? [at] : []))
              .sort((a, b) => way * (a - b));
            expect(ids(found)).toEqual(expected.slice(skip, limit === 0 ? undefined : skip + limit));
          }
        }),
        { numRuns: 40 },
      );
    });

    it('finds new, changed and no longer removed texts among many', async () => {
      await notes.deleteMany({});
      const many = Array.from({ length: 400 }, (_, at) => ({ owner: 'ann', title: `note ${at}`, body: 'dinner' }));
      await notes.insertMany(many.map(stored), { lean: true });
      expect(await find('title', 'te 39')).toEqual([39, ...Array.from({ length: 9 }, (_, at) => 390 + at)]);
      expect(await find('title', '399')).toEqual([399]);
      await notes.replaceOne({ _id: 399 }, stored({ owner: 'ann', title: 'renamed', body: 'lunch' }, 399));
      expect(await find('title', '399')).toEqual([]);
      expect(await find('body', 'lunch')).toEqual([399]);
      await notes.deleteOne({ _id: 399 });
      expect(await find('body', 'lunch')).toEqual([]);
      expect(await find('body', 'inne')).toHaveLength(10);
    });

    it.each<[string, (at: number) => unknown]>([
      ['texts', (at) => `note ${at}`],
      ['numbers', (at) => at],
    ])(
      'reads included texts as they were written, alone or with others, of documents whose ids are %s',
      async (_, idOf) => {
        const marks: Pick<Note, 'mark'>[] = [
          { mark: 'a' },
          { mark: null },
          {},
          { mark: '' },
          { mark: 'b\0c' },
          { mark: 'é' },
        ];
        await notes.deleteMany({});
        const written = marks.map((mark, at) => ({
          ...stored({ owner: 'ann', title: 'note', body: null }, at),
          _id: idOf(at),
          ...mark,
        }));
        // The driver's collection is used, because mongoose's schema has numbers as ids.
        await notes.collection.insertMany(written as never[]);
        for (const filter of [{ owner: 'ann' }, searched.containing('title', 'ot')]) {
          const read = (paths: string[]) => notes.find(filter, paths).sort({ day: 1 }).limit(10).lean();
          expect(await read(['mark'])).toEqual(marks.map((mark, at) => ({ _id: idOf(at), ...mark })));
          expect(await read(['mark', 'body'])).toEqual(
            marks.map((mark, at) => ({ _id: idOf(at), body: null, ...mark })),
          );
        }
        await notes.updateOne({ day: 'day-000' }, { $set: { mark: 'changed' } });
        expect(await notes.findOne({ day: 'day-000' }, ['mark']).lean()).toEqual({ _id: idOf(0), mark: 'changed' });
      },
    );

    it('that takes longer than it may is ended with an error of its own', async () => {
      expect(isTimeLimit(Object.assign(new Error('operation exceeded time limit'), { code: 50 }))).toBe(true);
      expect(isTimeLimit(new Error('something else'))).toBe(false);
    });
  });
}
