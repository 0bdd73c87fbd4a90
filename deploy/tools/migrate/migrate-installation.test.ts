import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { EMBEDDED, Stores } from '@outlay/composition';
import { systemClock } from '@outlay/time';
import { tempFolder } from '@outlay/testing';
import { auditFindings } from '../audit/audit.js';
import { migrateInstallation } from './migrate-installation.js';
import type { OnProgress } from './migration.js';
import { sourceOf } from './stores-source.js';
import {
  createInstallation,
  keepCheckpoint,
  readEverything,
  withRunningProduct,
} from './testing/sample-installation.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

async function withStores<T>({ path }: Folder, work: (stores: Stores) => Promise<T>): Promise<T> {
  const stores = new Stores(path, EMBEDDED);
  try {
    return await work(stores);
  } finally {
    await stores.close();
  }
}

const move = (from: Folder, to: Folder, onProgress: OnProgress = () => undefined) =>
  withStores(from, (ours) =>
    withStores(to, async (theirs) => migrateInstallation(await sourceOf(ours), theirs, systemClock, onProgress)),
  );

describe('moving an installation', () => {
  let source: Folder;
  let target: Folder;

  beforeAll(async () => {
    source = await tempFolder('outlay-source');
    await createInstallation(source.path);
  }, 120_000);
  afterAll(() => source.remove());
  beforeEach(async () => {
    target = await tempFolder('outlay-target');
    await copyFile(join(source.path, 'audit-key'), join(target.path, 'audit-key'));
  });
  afterEach(() => target.remove());

  it('moves everything, and users see the same data and sign in as before', async () => {
    const { from, to, differences, readModel } = await move(source, target);
    expect(differences).toEqual([]);
    expect(to).toEqual(from);
    expect(from.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['events', 'streams', 'files', 'auth: users', 'invites: invites', 'reports: reports']),
    );
    expect(from.every(({ count }) => count > 0)).toBe(true);
    expect(readModel.brokenAt).toBeNull();

    const against = join(source.path, 'kept-checkpoint');
    await keepCheckpoint(source.path, against);
    const [before, after] = [
      await withRunningProduct(source.path, readEverything),
      await withRunningProduct(target.path, readEverything),
    ];
    expect(after).toEqual(before);
    expect(after.receipts.length).toBeGreaterThan(0);
    expect(await auditFindings({ dataDir: target.path }, { against })).toEqual([]);
  }, 120_000);

  it.each(['moving the files', 'moving the events', 'moving the documents', 'filling the read model'])(
    'continues after an interruption while %s',
    async (step) => {
      const interrupt: OnProgress = (now, done) => {
        if (now === step && done > 1) throw new Error('Interrupted');
      };
      await expect(move(source, target, interrupt)).rejects.toThrow('Interrupted');
      const { from, to, differences } = await move(source, target);
      expect(differences).toEqual([]);
      expect(to).toEqual(from);
    },
    60_000,
  );

  it('replaces partial files, removes leftover files, and overwrites changed documents', async () => {
    const interrupt: OnProgress = (now) => {
      if (now === 'filling the read model') throw new Error('Interrupted');
    };
    await expect(move(source, target, interrupt)).rejects.toThrow('Interrupted');
    await withStores(target, async (stores) => {
      const [blobs, auth] = await Promise.all([stores.blobs(), stores.documents('auth')]);
      const [first] = await blobs.list('', { limit: 1 });
      await blobs.put(first?.key ?? '', Buffer.from('half'), { contentType: 'application/pdf' });
      await blobs.put('left/over.pdf', Buffer.from('?'), { contentType: 'application/pdf' });
      await auth.collection('users').updateMany({}, { $set: { status: 'inactive' } });
    });
    const { differences } = await move(source, target);
    expect(differences).toEqual([]);
  }, 60_000);

  it('refuses to continue on the events of another installation', async () => {
    const other = await tempFolder('outlay-other');
    await createInstallation(other.path, 4);
    const interrupt: OnProgress = (now) => {
      if (now === 'moving the documents') throw new Error('Interrupted');
    };
    await expect(move(other, target, interrupt)).rejects.toThrow('Interrupted');
    await expect(move(source, target)).rejects.toThrow('it holds other data');
    await other.remove();
  }, 120_000);

  it('moves to an installation without data, and refuses one with data', async () => {
    await withRunningProduct(target.path, async () => undefined);
    const { differences } = await move(source, target);
    expect(differences).toEqual([]);
    await expect(move(source, target)).rejects.toThrow('The target was filled on');

    const inUse = await tempFolder('outlay-in-use');
    await createInstallation(inUse.path, 4);
    await expect(move(source, inUse)).rejects.toThrow(/other data already: 2 users, events, files/);
    await inUse.remove();
  }, 120_000);

  it('generates a pending report again in the target, because jobs are not moved', async () => {
    const pending = { state: 'pending', spreadsheet: null, receiptsZip: null, preview: null };
    await withStores(source, async (stores) => {
      const reports = (await stores.documents('reports')).collection('reports');
      const before = await reports.find({}).toArray();
      await reports.updateMany({}, { $set: pending });
      await move(source, target);
      for (const { _id, ...report } of before) await reports.replaceOne({ _id }, report);
    });
    const { reports, spreadsheets } = await withRunningProduct(target.path, readEverything);
    expect(reports.length).toBeGreaterThan(0);
    expect(spreadsheets[0]?.bytes.length).toBeGreaterThan(1000);
  }, 120_000);

  it('projects a payment that was missing after a crash, and raises the list versions', async () => {
    await withStores(source, async (stores) => {
      const documents = await stores.documents('expenses');
      const payments = documents.collection('payments');
      const before = await payments.find({}).toArray();
      expect(before).not.toHaveLength(0);
      await payments.deleteMany({});
      await move(source, target);
      await payments.insertMany(before);
      const version = (of: Stores) =>
        of.documents('expenses').then((one) => one.collection('list_versions').findOne({}));
      await withStores(target, async (there) => {
        const rows = await (await there.documents('expenses')).collection('payments').find({}).toArray();
        expect(rows).toEqual(before.map((row) => ({ ...row, reportRequested: false })));
        expect((await version(there))?.version).toBeGreaterThan((await version(stores))?.version);
      });
    });
  }, 60_000);

  it('reports where the hash chain of the source is broken', async () => {
    const broken = await tempFolder('outlay-broken');
    await createInstallation(broken.path, 4);
    const events = new DatabaseSync(join(broken.path, 'events.db'));
    const altered = `UPDATE events SET data = json_set(data, '$.altered', 1) WHERE revision = 0 AND stream IN
      (SELECT stream FROM events WHERE revision = 1 AND stream LIKE 'expense-%' LIMIT 1)`;
    expect(events.prepare(altered).run().changes).toBe(1);
    events.close();
    const { differences, readModel } = await move(broken, target);
    expect(differences).toEqual([]);
    expect(readModel.brokenAt).toMatchObject({ revision: 1 });
    await broken.remove();
  }, 120_000);
});
