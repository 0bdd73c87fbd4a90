import { chmod, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import mongoose from 'mongoose';
import { alteredRows, openDocuments } from '../index.js';

const schema = new mongoose.Schema({ _id: String, amount: Number, owner: String });
schema.index({ owner: 1, amount: 1 });

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documents-'));
});
afterEach(async () => {
  await chmod(folder, 0o700);
  await rm(folder, { recursive: true });
});

const file = () => join(folder, 'claims.db');
async function write(durability: 'full' | 'normal') {
  const connection = await openDocuments({ file: file(), durability });
  const claims = connection.model('Claim', schema);
  await claims.init();
  await claims.create({ _id: 'a', amount: 1, owner: 'anna' }, { _id: 'b', amount: 2, owner: 'ben' });
  return { claims, close: () => connection.destroy() };
}

it.each(['full', 'normal'] as const)('a file at rest (%s) is read without a trace', async (durability) => {
  await (await write(durability)).close();
  const [before, names] = [await readFile(file()), await readdir(folder)];
  await chmod(file(), 0o400);
  await chmod(folder, 0o500);
  const connection = await openDocuments({ file: file(), durability, readOnly: 'at-rest' });
  const claims = connection.model('Claim', schema);
  const others = connection.model('Other', schema);
  expect(await claims.find({ owner: 'anna' }).lean()).toMatchObject([{ _id: 'a' }]);
  expect(await others.find().lean()).toEqual([]);
  await expect(claims.create({ _id: 'c' })).rejects.toThrow('readonly');
  await connection.destroy();
  expect(await readFile(file())).toEqual(before);
  expect(await readdir(folder)).toEqual(names);
});

it('a file in use is read with what is committed', async () => {
  const { claims, close } = await write('normal');
  const connection = await openDocuments({ file: file(), readOnly: 'in-use' });
  await claims.create({ _id: 'c', amount: 3, owner: 'carl' });
  expect(await connection.model('Claim', schema).countDocuments()).toBe(3);
  await connection.destroy();
  await close();
});

it('a missing file is empty, and stays missing', async () => {
  const connection = await openDocuments({ file: file(), readOnly: 'at-rest' });
  expect(await connection.model('Claim', schema).find().lean()).toEqual([]);
  await connection.destroy();
  expect(await readdir(folder)).toEqual([]);
});

it('a row whose index columns were altered is named', async () => {
  await (await write('full')).close();
  const altered = async () => {
    const connection = await openDocuments({ file: file(), readOnly: 'at-rest' });
    const found = [];
    for await (const row of alteredRows(connection)) found.push(row);
    await connection.destroy();
    return found;
  };
  expect(await altered()).toEqual([]);
  const database = new DatabaseSync(file());
  database.exec("UPDATE collection_1 SET k1 = 'ben' WHERE id = 'a'");
  database.close();
  expect(await altered()).toEqual([{ collection: 'claims', id: 'a' }]);
});
