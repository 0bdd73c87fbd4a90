import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import mongoose from 'mongoose';
import { setTimeout } from 'node:timers/promises';
import { DocumentsUnavailable } from '../errors.js';
import { isReady } from '../open-documents.js';
import { prepareCollection } from '../prepare-collection.js';
import { openMongo } from './open-mongo.js';

const TIMEOUTS = {
  serverSelectionTimeoutMS: 300,
  connectTimeoutMS: 300,
  socketTimeoutMS: 300,
  // The driver's minimum.
  heartbeatFrequencyMS: 500,
};

interface Row {
  _id: string;
  amount?: number;
}

describeOn(await backing('mongo', { durable: true }), 'Documents on a failing server', (start) => {
  const schema = new mongoose.Schema<Row>({ _id: String, amount: Number }, { autoCreate: false, autoIndex: false });
  let server: BackingServer;
  let connection: mongoose.Connection;
  let claims: mongoose.Model<Row>;
  const open = (url: string) => openMongo(url, 'outlay-claims', true, TIMEOUTS);
  const ready = () => isReady(connection, 200);
  beforeAll(async () => void (server = await start()));
  beforeEach(async () => {
    // With the default timeouts, so that the preparation does not fail on a busy machine.
    const patient = await openMongo(server.url, 'outlay-claims', true);
    await patient.model<Row>('Claim', schema).updateOne({ _id: 'a' }, { $set: { amount: 1 } }, { upsert: true });
    await patient.destroy();
    connection = await open(server.url);
    claims = connection.model<Row>('Claim', schema);
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

  const expectUnavailable = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(DocumentsUnavailable);

  async function whileDown(work: () => Promise<void>) {
    await server.kill();
    try {
      await work();
    } finally {
      await server.restart();
    }
  }

  async function untilReady() {
    while (!(await ready())) await setTimeout(50);
  }

  test('that is killed are unavailable for every operation, and work again after its restart', async () => {
    await whileDown(async () => {
      await Promise.all(operations.map(([, operation]) => expectUnavailable(operation())));
      expect(await ready()).toBe(false);
    });
    await untilReady();
    expect((await claims.findById('a').lean())?.amount).toBe(1);
  });

  test.each(operations)('that does not reply are unavailable for %s', async (_, operation) => {
    await server.pause();
    try {
      await expectUnavailable(operation());
      expect(await ready()).toBe(false);
    } finally {
      await server.resume();
    }
    await untilReady();
  });

  test('that is down cannot be opened, and the error does not show the password', async () => {
    const url = server.url.replace('//', '//outlay:hush@');
    await whileDown(async () => {
      await expectUnavailable(open(url));
      await expect(open(url)).rejects.not.toThrow('hush');
    });
  });

  test('report errors of the request unchanged', async () => {
    await expect(claims.create({ _id: 'a' })).rejects.toMatchObject({ code: 11000 });
    await expect(claims.collection.dropIndex('none_such')).rejects.not.toBeInstanceOf(DocumentsUnavailable);
  });

  test('that breaks while indexes are first made gets them at the next attempt', async () => {
    const unique = new mongoose.Schema<Row>({ _id: String, amount: Number }, { autoCreate: false, autoIndex: false });
    const model = connection.model<Row>('Prepared', unique.index({ amount: 1 }, { unique: true }));
    await server.pause();
    await expectUnavailable(prepareCollection(model));
    await server.resume();
    await untilReady();
    await prepareCollection(model);
    // A collection that exists already.
    await prepareCollection(model);
    await model.create({ _id: 'one', amount: 7 });
    await expect(model.create({ _id: 'other', amount: 7 })).rejects.toMatchObject({ code: 11000 });
    await model.collection.drop();
  });
});
