import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import mongoose from 'mongoose';
import type { Ability } from '../contract/store.js';
import { documentsContract } from '../documents.contract.js';
import { openDocuments } from '../open-documents.js';
import { DEFAULT_TIMEOUTS } from './open-mongo.js';

/** The substitutes if MongoDB is not installed; FerretDB 1 keeps its documents in SQLite. */
const LACKS: Readonly<Record<string, Ability[]>> = {
  'mongo-java-server': [
    'the key in a duplicate key error',
    'the upserted id of a find and update',
    'dropping any collection',
  ],
  ferretdb: [
    'nested arrays',
    'the key in a duplicate key error',
    'atomic updates',
    'upserted ids by their place in a bulk',
    'null in unique indexes',
    'the code of a unique index that cannot be made',
    'renaming onto a collection to be dropped',
  ],
};

test('by default a call fails after 2 s of silence', () => {
  expect(DEFAULT_TIMEOUTS).toMatchObject({
    serverSelectionTimeoutMS: 2000,
    connectTimeoutMS: 2000,
    socketTimeoutMS: 2000,
  });
});

const [found, durable] = [await backing('mongo'), await backing('mongo', { durable: true })];
const isSame = durable.missing === null && found.missing === null && durable.product === found.product;

for (const server of isSame ? [found] : [found, durable]) {
  describeOn(server, 'Documents on a server', (start) => {
    let running: BackingServer;
    beforeAll(async () => void (running = await start()));
    afterAll(() => running.close());

    const product = server.missing ?? server.product;
    documentsContract(product, () => openDocuments({ url: running.url, file: 'contract.db' }), LACKS[product]);
  });
}

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
