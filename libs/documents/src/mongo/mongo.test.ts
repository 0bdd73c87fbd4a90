import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import mongoose from 'mongoose';
import type { Ability } from '../contract/store.js';
import { documentsContract } from '../documents.contract.js';
import { DocumentsUnavailable } from '../errors.js';
import { isReady, openDocuments } from '../open-documents.js';

/** FerretDB 1 on SQLite, which stands in for MongoDB where that is not installed. */
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

const found = await backing('mongo');

describeOn(found, 'Documents on a server', (start) => {
  let server: BackingServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.close());

  const product = found.missing ?? found.product;
  const open = () => openDocuments({ url: server.url, file: 'contract.db' });
  documentsContract(product, open, product === 'ferretdb' ? FERRETDB_LACKS : []);
});

describeOn(await backing('mongo', { own: true }), 'Documents on a server of their own', (start) => {
  let server: BackingServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.close());

  test('each owner has a database of its own', async () => {
    const open = (owner: string) => openDocuments({ url: server.url, file: `${owner}.db` });
    const [auth, fx] = [await open('auth'), await open('fx')];
    expect([auth.name, fx.name]).toEqual(['outlay-auth', 'outlay-fx']);
    const schema = new mongoose.Schema({ _id: String });
    await auth.model('Note', schema).create({ _id: 'a' });
    expect(await fx.model('Note', schema).findById('a')).toBeNull();
    await Promise.all([auth.destroy(), fx.destroy()]);
  });
});

interface Row {
  _id: string;
  amount?: number;
}

describeOn(await backing('mongo', { own: true }), 'Documents on a server in trouble', (start) => {
  const schema = new mongoose.Schema<Row>({ _id: String, amount: Number });
  let server: BackingServer;
  let connection: mongoose.Connection;
  let claims: mongoose.Model<Row>;
  beforeAll(async () => void (server = await start()));
  beforeEach(async () => {
    await server.restart();
    connection = await openDocuments({ url: server.url, file: 'claims.db' });
    claims = connection.model<Row>('Claim', schema);
    await claims.init();
    await claims.updateOne({ _id: 'a' }, { $set: { amount: 1 } }, { upsert: true });
  });
  afterEach(() => connection.destroy());
  afterAll(() => server.close());

  const operations: [string, () => Promise<unknown>][] = [
    ['reading', async () => claims.findById('a')],
    ['listing', async () => claims.find().sort({ _id: 1 }).lean()],
    ['counting', async () => claims.countDocuments()],
    ['aggregating', async () => claims.aggregate([{ $match: { _id: 'a' } }])],
    ['streaming', async () => claims.find().cursor().next()],
    ['updating', async () => claims.updateOne({ _id: 'a' }, { $set: { amount: 2 } })],
    ['creating', () => claims.create({ _id: 'b' })],
    ['inserting many', () => claims.insertMany([{ _id: 'b' }, { _id: 'c' }], { ordered: false })],
    ['writing in bulk', () => claims.bulkWrite([{ deleteOne: { filter: { _id: 'a' } } }])],
    ['writing past mongoose', () => claims.collection.replaceOne({ amount: 1 }, { amount: 3 })],
    ['indexing', () => claims.collection.createIndex({ amount: 1 })],
  ];

  /** In two seconds, and what a busy machine needs besides. */
  async function expectUnavailable(work: () => Promise<unknown>) {
    const startedAt = performance.now();
    await expect(work()).rejects.toBeInstanceOf(DocumentsUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(3500);
  }

  async function untilReady() {
    while (!(await isReady(connection))) await new Promise((resolve) => setTimeout(resolve, 50));
  }

  test('that is killed are unavailable within two seconds, whatever is asked, and there when it is back', async () => {
    await server.kill();
    await Promise.all(operations.map(([, operation]) => expectUnavailable(operation)));
    expect(await isReady(connection)).toBe(false);
    await server.restart();
    const startedAt = performance.now();
    await untilReady();
    expect((await claims.findById('a').lean())?.amount).toBe(1);
    expect(performance.now() - startedAt).toBeLessThan(3500);
  });

  test.each(operations)('that does not answer are unavailable for %s within two seconds', async (_, operation) => {
    await server.pause();
    try {
      await expectUnavailable(operation);
      expect(await isReady(connection)).toBe(false);
    } finally {
      await server.resume();
    }
    await untilReady();
  });

  test('that is not there cannot be opened, which is said within two seconds and without the password', async () => {
    await server.kill();
    const url = server.url.replace('//', '//outlay:hush@');
    await expectUnavailable(() => openDocuments({ url, file: 'claims.db' }));
    await expect(openDocuments({ url, file: 'claims.db' })).rejects.not.toThrow('hush');
  });

  test('stay as they are for errors of the request', async () => {
    await expect(claims.create({ _id: 'a' })).rejects.toMatchObject({ code: 11000 });
    await expect(claims.collection.dropIndex('none_such')).rejects.not.toBeInstanceOf(DocumentsUnavailable);
  });
});
