import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import mongoose, { type Model, type QueryFilter } from 'mongoose';
import { openDocuments } from '../open-documents.js';

interface Row {
  _id: string;
  owner: string;
  status: string;
  createdAt: Date;
  email?: string;
}

const COUNT = 20_000;
const NEWEST_FIRST = { createdAt: -1, _id: -1 } as const;
const at = new Date(COUNT * 500);
const AFTER_CURSOR = { $or: [{ createdAt: { $lt: at } }, { createdAt: at, _id: { $lt: 'id-5' } }] };

let folder: string;
let connection: mongoose.Connection;
let rows: Model<Row>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
  connection = await openDocuments({ file: join(folder, 'rows.sqlite'), durability: 'normal' });
  const schema = new mongoose.Schema<Row>({
    _id: String,
    owner: String,
    status: String,
    createdAt: Date,
    email: { type: String, unique: true, sparse: true },
  });
  schema
    .index({ createdAt: -1, _id: -1 })
    .index({ owner: 1, createdAt: -1, _id: -1 })
    .index({ status: 1, createdAt: -1, _id: -1 });
  rows = connection.model<Row>('Row', schema);
  await rows.init();
  const stored = Array.from({ length: COUNT }, (_, number) => ({
    _id: `id-${number}`,
    owner: `owner-${number % 20}`,
    status: ['draft', 'submitted', 'approved', 'paid'][number % 4],
    createdAt: new Date(((number * 7_919) % COUNT) * 1000),
  }));
  await rows.insertMany(stored, { lean: true });
});

afterAll(async () => {
  await connection.destroy();
  await rm(folder, { recursive: true });
});

async function planOf(filter: QueryFilter<Row>, sort?: typeof NEWEST_FIRST): Promise<string> {
  const explained: unknown = await rows.find(filter).sort(sort).limit(20).explain();
  return (explained as { plan: string[] }).plan.join('; ');
}

it.each<[string, QueryFilter<Row>, RegExp]>([
  ['an id', { _id: 'id-7' }, /^SEARCH .* \(id=\?\)$/],
  ['ids', { _id: { $in: ['id-7', 'id-8'] } }, /^SEARCH .* \(id=\?\)$/],
  ['a unique value', { email: 'a@b' }, /email_1 \(k\d=\?\)$/],
  ['a range', { createdAt: { $lt: at } }, /createdAt_-1__id_-1 \(k\d>\? AND k\d<\?\)$/],
])('%s is searched in an index', async (_, filter, plan) => {
  await expect(planOf(filter)).resolves.toMatch(plan);
});

it.each<[string, QueryFilter<Row>, RegExp]>([
  ['everything', {}, /USING INDEX \S*createdAt_-1__id_-1$/],
  ['one owner', { owner: 'owner-3' }, /owner_1_createdAt_-1__id_-1 \(k\d=\?\)$/],
  ['everything after a cursor', AFTER_CURSOR, /createdAt_-1__id_-1 \(k\d>\? AND k\d<\?\)$/],
  ['one owner after a cursor', { owner: 'owner-3', ...AFTER_CURSOR }, /\(k\d=\? AND k\d>\? AND k\d<\?\)$/],
  ['several statuses', { status: { $in: ['draft', 'paid'] } }, /^MERGE \(UNION ALL\)/],
  ['several statuses after a cursor', { status: { $in: ['draft', 'paid'] }, ...AFTER_CURSOR }, /^MERGE \(UNION ALL\)/],
])('a page of %s, newest first, is read in index order without sorting', async (_, filter, plan) => {
  const found = await planOf(filter, NEWEST_FIRST);
  expect(found).toMatch(plan);
  expect(found).not.toMatch(/TEMP B-TREE|SCAN collection_\d+$/);
});

it('text is searched in the index by SQL alone', async () => {
  const found = await planOf({ _id: { $regex: 'id-1234' } }, NEWEST_FIRST);
  expect(found).toMatch(/USING INDEX \S*createdAt_-1__id_-1$/);
  await expect(rows.find({ _id: { $regex: 'id-1234' } }).countDocuments()).resolves.toBe(11);
});

it('a merged page has the same rows as a sort of all rows', async () => {
  const filter = { owner: { $ne: 'owner-1' }, status: { $in: ['draft', 'paid', 'draft'] }, ...AFTER_CURSOR };
  const all = await rows.find(filter).sort(NEWEST_FIRST).lean();
  const page = await rows.find(filter).sort(NEWEST_FIRST).skip(5).limit(30).lean();
  expect(page).toEqual(all.slice(5, 35));
});

it('an array under an index disables its column for good, and results stay correct', async () => {
  const schema = new mongoose.Schema({ _id: String, labels: mongoose.Schema.Types.Mixed }).index({ labels: 1 });
  const notes = connection.model('Note', schema);
  await notes.init();
  await notes.create({ _id: 'a', labels: 'x' });
  await notes.create({ _id: 'b', labels: ['x', 'y'] });
  await notes.deleteOne({ _id: 'b' });
  await notes.create({ _id: 'c', labels: ['x'] });
  const reopened = await openDocuments({ file: join(folder, 'rows.sqlite'), durability: 'normal' });
  for (const model of [notes, reopened.model('Note', schema)]) {
    expect(await model.find({ labels: 'x' }).sort({ _id: 1 }).lean()).toHaveLength(2);
  }
  await reopened.destroy();
});
