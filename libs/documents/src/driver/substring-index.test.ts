import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Model } from 'mongoose';
import { isTimeLimit } from '../errors.js';
import { openDocuments } from '../open-documents.js';
import { textSearch } from '../text-search.js';

interface Note {
  _id: number;
  owner: string;
  title: string;
}

/** Bob has more rows than are tested one by one. */
const COUNT = 42_000;
/** Leaves no time to look for the text in index order. */
const NO_TIME = 0.0001;

let folder: string;
let connection: mongoose.Connection;
let notes: Model<Note>;
const file = () => join(folder, 'notes.sqlite');

async function open(): Promise<void> {
  connection = await openDocuments({ file: file(), durability: 'normal' });
  const schema = new mongoose.Schema<Note>({ _id: Number, owner: String, title: String }, { versionKey: false });
  textSearch(connection, { paths: ['title'], within: 'owner' }).addTo(schema);
  schema.index({ owner: 1, _id: 1 });
  notes = connection.model<Note>('Note', schema);
  await notes.init();
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  await open();
  const stored = Array.from({ length: COUNT }, (_, at) => ({
    _id: at,
    owner: at < 100 ? 'ann' : at % 2 === 0 ? 'bob' : 'cid',
    title: `common ${at % 50 === 0 ? 'scarce' : ''} ${at}`,
  }));
  await notes.insertMany(stored, { lean: true });
});

afterAll(async () => {
  await connection.destroy();
  await rm(folder, { recursive: true });
});

const find = async (filter: object, limit: number, maxTimeMS = NO_TIME) => {
  const found = await notes.find(filter).sort({ _id: 1 }).skip(1).limit(limit).setOptions({ maxTimeMS }).lean();
  return found.map(({ _id }) => _id);
};

test.each<[string, object, number[]]>([
  ['a text that few rows have', { title: { $regex: 'scarce' } }, [50, 100, 150]],
  ['a text at the end of a row', { title: { $regex: '41999' } }, []],
  ['a text of two characters', { title: { $regex: '00' } }, [200, 300, 400]],
  ['a text that many rows have, but few of the owner’s', { title: { $regex: 'common' }, owner: 'ann' }, [1, 2, 3]],
  ['one of two texts', { $or: [{ title: { $regex: 'scarce' } }, { title: { $regex: ' 17' } }] }, [17, 50, 100]],
  ['both texts', { $and: [{ title: { $regex: 'scarce' } }, { title: { $regex: ' 15' } }] }, [1500, 1550, 15_000]],
])('the index alone finds %s', async (_, filter, expected) => {
  expect(await find(filter, 3)).toEqual(expected);
});

test('too many candidates are found in index order, or not in time', async () => {
  const common = { title: { $regex: 'common' } };
  expect(await find(common, 3, 10_000)).toEqual([1, 2, 3]);
  expect(isTimeLimit(await find(common, 3).catch((error: unknown) => error))).toBe(true);
});

test('the few rows in a range are found without the order, and many in it or not in time', async () => {
  expect(await find({ owner: { $lt: 'bob' } }, 3)).toEqual([1, 2, 3]);
  const many = { owner: { $gte: 'bob' } };
  expect(await find(many, 3, 10_000)).toEqual([101, 102, 103]);
  expect(isTimeLimit(await find(many, 3).catch((error: unknown) => error))).toBe(true);
});

test('a search that finds nothing ends in time, whichever rows an owner has', async () => {
  // Every row has its parts.
  const nowhere = { title: { $regex: 'commmon' }, owner: 'bob' };
  expect(isTimeLimit(await find(nowhere, 3).catch((error: unknown) => error))).toBe(true);
  expect(await find(nowhere, 3, 10_000)).toEqual([]);
});

test('an index on documents that exist finds them, and one that is dropped is not needed', async () => {
  await notes.collection.dropIndex('owner_1_title_substrings');
  expect(await find({ title: { $regex: 'scarce' } }, 3, 10_000)).toEqual([50, 100, 150]);
  await connection.destroy();
  await open();
  expect(await find({ title: { $regex: 'scarce' } }, 3)).toEqual([50, 100, 150]);
  await notes.deleteOne({ _id: 150 });
  await notes.updateOne({ _id: 151 }, { $set: { title: 'Now scarce' } });
  expect(await find({ title: { $regex: 'scarce' } }, 3)).toEqual([50, 100, 151]);
});

test('a collection with the index is renamed and dropped', async () => {
  await notes.collection.rename('renamed', { dropTarget: true });
  const renamed = connection.collection('renamed');
  expect(await renamed.find({ title: { $regex: 'Now s' } }).toArray()).toHaveLength(1);
  await renamed.drop();
  expect(await renamed.find({ title: { $regex: 'Now s' } }).toArray()).toEqual([]);
});
