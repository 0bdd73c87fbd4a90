import { eventually } from '@outlay/testing';
import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import mongoose from 'mongoose';
import { DocumentsUnavailable } from '../errors.js';
import { isReady } from '../open-documents.js';
import { prepareCollection } from '../prepare-collection.js';
import { openMongo } from './open-mongo.js';

const timeouts = (milliseconds: number) => ({
  serverSelectionTimeoutMS: milliseconds,
  connectTimeoutMS: milliseconds,
  socketTimeoutMS: milliseconds,
  // The driver's minimum.
  heartbeatFrequencyMS: 500,
});
/** The timeout is short, since tests wait for it. Calls that must succeed on a busy machine are repeated. */
const HASTY = timeouts(300);
const PATIENT = timeouts(20_000);

interface Row {
  _id: string;
  amount?: number;
}

describeOn(await backing('mongo', { durable: true }), 'Documents on a failing server', (start) => {
  const schema = new mongoose.Schema<Row>({ _id: String, amount: Number }, { autoCreate: false, autoIndex: false });
  let server: BackingServer;
  let connection: mongoose.Connection;
  let claims: mongoose.Model<Row>;
  let patient: mongoose.Connection;
  let patientClaims: mongoose.Model<Row>;
  const open = (url: string, chosen = HASTY) => openMongo(url, 'outlay-claims', true, chosen);
  const ready = () => isReady(connection, 200);
  beforeAll(async () => void (server = await start()));
  beforeEach(async () => {
    patient = await open(server.url, PATIENT);
    patientClaims = patient.model<Row>('Claim', schema);
    await patientClaims.updateOne({ _id: 'a' }, { $set: { amount: 1 } }, { upsert: true });
    connection = await eventually(() => open(server.url).catch(() => null));
    claims = connection.model<Row>('Claim', schema);
  });
  afterEach(async () => {
    await connection.destroy();
    await patient.destroy();
  });
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

  const untilDone = (work: () => Promise<unknown>) =>
    eventually(() =>
      work().then(
        () => true,
        () => false,
      ),
    );

  test('that is killed are unavailable for every operation, and work again after its restart', async () => {
    await whileDown(async () => {
      await Promise.all(operations.map(([, operation]) => expectUnavailable(operation())));
      expect(await ready()).toBe(false);
    });
    await untilDone(async () => expect((await claims.findById('a').lean())?.amount).toBe(1));
  });

  test.each(operations)('that does not reply are unavailable for %s', async (_, operation) => {
    await server.pause();
    try {
      await expectUnavailable(operation());
      expect(await ready()).toBe(false);
    } finally {
      await server.resume();
    }
    await eventually(ready);
  });

  test('that is down cannot be opened, and the error does not show the password', async () => {
    const url = server.url.replace('//', '//outlay:hush@');
    await whileDown(async () => {
      await expectUnavailable(open(url));
      await expect(open(url)).rejects.not.toThrow('hush');
    });
  });

  test('report errors of the request unchanged', async () => {
    await expect(patientClaims.create({ _id: 'a' })).rejects.toMatchObject({ code: 11000 });
    await expect(patientClaims.collection.dropIndex('none_such')).rejects.not.toBeInstanceOf(DocumentsUnavailable);
  });

  test('that breaks while indexes are first made gets them at the next attempt', async () => {
    const unique = schema.clone().index({ amount: 1 }, { unique: true });
    const model = connection.model<Row>('Prepared', unique);
    await server.pause();
    await expectUnavailable(prepareCollection(model));
    await server.resume();
    await untilDone(() => prepareCollection(model));
    // A collection that exists already.
    await untilDone(() => prepareCollection(model));
    const prepared = patient.model<Row>('Prepared', unique);
    await prepared.create({ _id: 'one', amount: 7 });
    await expect(prepared.create({ _id: 'other', amount: 7 })).rejects.toMatchObject({ code: 11000 });
    await prepared.collection.drop();
  });
});
