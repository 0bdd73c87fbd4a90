import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import mongoose from 'mongoose';
import { DocumentsUnavailable } from '../errors.js';
import { isReady, openDocuments } from '../open-documents.js';
import { openEmbedded } from './open-embedded.js';
import { openFile } from './open-file.js';

let folder: string;

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'documents-'))));
afterAll(() => rm(folder, { recursive: true }));

const schema = new mongoose.Schema({ _id: String, amount: Number });

it('a full disk makes the whole transaction unavailable and keeps the old content', () => {
  const file = openFile(join(folder, 'full.sqlite'), {});
  file.run('CREATE TABLE rows (content BLOB)');
  file.run('INSERT INTO rows VALUES (zeroblob(10))');
  file.run('PRAGMA max_page_count = 20');
  const fill = () =>
    file.transaction(() => [1, 2, 3].forEach(() => file.run('INSERT INTO rows VALUES (zeroblob(50000))')));
  expect(fill).toThrow(DocumentsUnavailable);
  expect(file.all('SELECT length(content) AS length FROM rows').map(({ length }) => length)).toEqual([10]);
  file.run('INSERT INTO rows VALUES (zeroblob(11))');
  file.close();
});

it('writes that were asked for are on disk once their store is closed', async () => {
  const file = join(folder, 'closing.sqlite');
  const connection = await openDocuments({ file });
  const claims = connection.model('Claim', schema);
  await claims.init();
  const written = ['a', 'b'].map((_id) => claims.collection.insertOne({ _id: _id as never }));
  await connection.destroy();
  await Promise.all(written);
  const reopened = await openDocuments({ file });
  expect(await reopened.model('Claim', schema).countDocuments()).toBe(2);
  await reopened.destroy();
});

it('writes at once that no commit takes are all unavailable, and make no collection', async () => {
  const path = join(folder, 'no-commit.sqlite');
  const connection = await openEmbedded(path, { busyTimeoutMs: 20 });
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  const rows = connection.collection('rows');
  const outcomes = await Promise.allSettled(['a', 'b'].map((_id) => rows.insertOne({ _id: _id as never })));
  for (const outcome of outcomes)
    expect(outcome).toMatchObject({ status: 'rejected', reason: expect.any(DocumentsUnavailable) });
  other.exec('ROLLBACK');
  other.close();
  await rows.insertOne({ _id: 'a' as never });
  expect(await rows.countDocuments()).toBe(1);
  await connection.destroy();
});

it('a file that is not a database cannot be opened', async () => {
  await expect(openDocuments({ file: folder })).rejects.toThrow(DocumentsUnavailable);
});

it('while another process locks the file, it is not ready and writes are unavailable, but reads work', async () => {
  const path = join(folder, 'held.sqlite');
  const connection = await openEmbedded(path, { busyTimeoutMs: 20 });
  const claims = connection.model('Claim', schema);
  await claims.init();
  await claims.create({ _id: 'a', amount: 1 });
  const other = new DatabaseSync(path);
  other.exec('BEGIN IMMEDIATE');
  await expect(claims.updateOne({ _id: 'a' }, { $set: { amount: 2 } })).rejects.toThrow(DocumentsUnavailable);
  expect(await isReady(connection)).toBe(false);
  expect((await claims.findById('a').lean())?.amount).toBe(1);
  other.exec('ROLLBACK');
  other.close();
  expect(await isReady(connection)).toBe(true);
  await claims.updateOne({ _id: 'a' }, { $set: { amount: 2 } });
  await connection.destroy();
});

it('a closed connection is unavailable', async () => {
  const connection = await openDocuments({ file: join(folder, 'closed.sqlite') });
  const claims = connection.model('Claim', schema);
  await claims.init();
  await connection.destroy();
  await expect(claims.findById('a')).rejects.toThrow(DocumentsUnavailable);
});

it('features that the embedded store lacks are rejected by name', async () => {
  const connection = await openDocuments({ file: join(folder, 'unsupported.sqlite') });
  const claims = connection.model('Claim', schema);
  await claims.init();
  await expect(connection.startSession()).rejects.toThrow('does not support transactions');
  await expect(connection.transaction(async () => undefined)).rejects.toThrow('does not support transactions');
  await expect(claims.collection.createIndex({ amount: 1 }, { expireAfterSeconds: 1 })).rejects.toThrow(
    'expireAfterSeconds',
  );
  await expect(claims.collection.createIndex({ amount: 'text' })).rejects.toThrow('"text"');
  await expect(claims.find().collation({ locale: 'en' })).rejects.toThrow('does not support collations');
  await expect(claims.aggregate([{ $match: { amount: 1 } }])).rejects.toThrow(
    'does not support collection.aggregate()',
  );
  await expect(claims.distinct('amount')).rejects.toThrow('does not support collection.distinct()');
  await expect(claims.find({ $where: 'true' })).rejects.toThrow('$where');
  await expect(claims.find({ $or: [{ $expr: { $gt: ['$amount', 1] } }] })).rejects.toThrow('$expr');
  const pipeline = claims.updateOne({}, [{ $set: { amount: 1 } }], { updatePipeline: true });
  await expect(pipeline).rejects.toThrow('does not support pipelines as updates');
  await claims.create({ _id: 'a', amount: 1 });
  await expect(claims.collection.updateOne({}, { $set: { 'lines.$.amount': 1 } })).rejects.toThrow('lines.$.amount');
  expect(() => claims.collection.initializeOrderedBulkOp()).toThrow(
    'does not support collection.initializeOrderedBulkOp()',
  );
  await connection.destroy();
});
