import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { documentsContract } from './documents.contract.js';
import { openDocuments } from './open-documents.js';
import { CLAIM_PATHS } from './contract/store.js';
import mongoose from 'mongoose';

let folder: string;

beforeAll(async () => void (folder = await mkdtemp(join(tmpdir(), 'documents-'))));
afterAll(() => rm(folder, { recursive: true }));

documentsContract('the embedded store', () => openDocuments({ file: join(folder, 'documents.sqlite') }));

describe('what no service uses is refused by its name', () => {
  const open = async () => {
    const connection = await openDocuments({ file: join(folder, `${randomUUID()}.sqlite`) });
    const claims = connection.model('Claim', new mongoose.Schema(CLAIM_PATHS));
    await claims.create({ _id: 'a', tags: ['p'], amount: 1 });
    return claims;
  };

  it.each([
    ['$nin', { amount: { $nin: [1] } }],
    ['$not', { amount: { $not: { $gt: 1 } } }],
    ['$nor', { $nor: [{ amount: 1 }] }],
    ['$type', { amount: { $type: 'number' } }],
    ['$all', { tags: { $all: ['p'] } }],
  ] as [string, mongoose.QueryFilter<unknown>][])('the filter %s', async (name, filter) => {
    const claims = await open();
    await expect(claims.find(filter)).rejects.toThrow(name);
    await claims.db.destroy();
  });

  it.each([
    ['$push', { $push: { tags: 'q' } }],
    ['$unset', { $unset: { amount: 1 } }],
    ['$max', { $max: { amount: 2 } }],
  ])('the update %s', async (name, update) => {
    const claims = await open();
    await expect(claims.updateOne({ _id: 'a' }, update)).rejects.toThrow(
      `does not support the update operator ${name}`,
    );
    expect(await claims.findById('a').lean()).toMatchObject({ tags: ['p'], amount: 1 });
    await claims.db.destroy();
  });

  it('the methods of the driver', async () => {
    const claims = await open();
    await expect(claims.findOneAndDelete({ _id: 'a' })).rejects.toThrow(
      'does not support collection.findOneAndDelete()',
    );
    await claims.db.destroy();
  });
});
