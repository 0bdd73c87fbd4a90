import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import mongoose from 'mongoose';
import type { Ability } from '../contract/store.js';
import { documentsContract } from '../documents.contract.js';
import { openDocuments } from '../open-documents.js';
import { DEFAULT_TIMEOUTS } from './open-mongo.js';

/** FerretDB 1 on SQLite, the substitute if MongoDB is not installed. */
const FERRETDB_LACKS: Ability[] = [
  '$elemMatch on fields',
  '$expr',
  '$lookup',
  'nested arrays',
  'the key in a duplicate key error',
  'the positional operator',
  'array filters',
  'atomic updates',
  'upserted ids by their place in a bulk',
  'null in unique indexes',
  'the code of a unique index that cannot be made',
  'renaming onto a collection to be dropped',
];

test('by default a call fails after 2 s of silence', () => {
  expect(DEFAULT_TIMEOUTS).toMatchObject({
    serverSelectionTimeoutMS: 2000,
    connectTimeoutMS: 2000,
    socketTimeoutMS: 2000,
  });
});

const found = await backing('mongo');

describeOn(found, 'Documents on a server', (start) => {
  let server: BackingServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.close());

  const product = found.missing ?? found.product;
  const open = () => openDocuments({ url: server.url, file: 'contract.db' });
  documentsContract(product, open, product === 'ferretdb' ? FERRETDB_LACKS : []);
});

describeOn(await backing('mongo', { own: true }), 'Documents on a server', (start) => {
  let server: BackingServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.close());

  test('are kept in a separate database for each owner', async () => {
    const open = (owner: string) => openDocuments({ url: server.url, file: `${owner}.db` });
    const [auth, fx] = [await open('auth'), await open('fx')];
    expect([auth.name, fx.name]).toEqual(['outlay-auth', 'outlay-fx']);
    const schema = new mongoose.Schema({ _id: String });
    await auth.model('Note', schema).create({ _id: 'a' });
    expect(await fx.model('Note', schema).findById('a')).toBeNull();
    await Promise.all([auth.destroy(), fx.destroy()]);
  });
});
