import { cp, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SeededIds, tempFolder } from '@outlay/testing';
import { checkInstallation, MARKED_STORES } from './installation-mark.js';
import { Stores } from './stores.js';

const EMBEDDED = { eventStore: null, mongo: null, redis: null, s3: null };

describe('the stores of an installation', () => {
  let template: Awaited<ReturnType<typeof tempFolder>>;
  let root: string;
  let remove: () => Promise<void>;
  beforeAll(async () => {
    template = await tempFolder('outlay-mark');
    root = template.path;
    for (const name of ['ours', 'theirs']) {
      await check(name);
      await fill(name);
    }
  }, 60_000);
  afterAll(() => template.remove());
  beforeEach(async () => {
    ({ path: root, remove } = await tempFolder('outlay-mark'));
    await cp(template.path, root, { recursive: true });
  });
  afterEach(() => remove());

  async function withStores<T>(name: string, work: (stores: Stores) => Promise<T>): Promise<T> {
    const stores = new Stores(join(root, name), EMBEDDED);
    try {
      return await work(stores);
    } finally {
      await stores.close();
    }
  }
  const check = (name = 'ours') => withStores(name, (stores) => checkInstallation(stores, new SeededIds(name)));
  const fill = (name: string) =>
    withStores(name, async (stores) => {
      const [events, blobs] = [await stores.events(), await stores.blobs()];
      await events.append('expense-1', [{ id: name, type: 'Any', data: {}, metadata: {} }], 'no-stream');
      await blobs.put('receipts/1', Buffer.from(name), { contentType: 'text/plain' });
      for (const owner of ['auth', 'invites', 'fx', 'expenses', 'audit', 'reports'] as const)
        await (await stores.documents(owner)).collection('things').insertOne({ name });
    });
  const ours = (path: string) => join(root, 'ours', path);

  const PLACES = { eventStore: 'events.db', blobs: 'blobs' } as Record<string, string>;
  const placeOf = (name: string) => PLACES[name] ?? `documents/${name}.db`;

  it('belong together at every start', async () => {
    for (let start = 0; start < 2; start += 1) await check();
  });

  it.each(MARKED_STORES)('do not if %s is that of another installation', async (name) => {
    const path = placeOf(name);
    await rm(ours(path), { recursive: true });
    await cp(join(root, 'theirs', path), ours(path), { recursive: true });
    await expect(check()).rejects.toThrow(
      new RegExp(`^${ours(path)} belongs to another installation than .*ours.*Put back`),
    );
  });

  it('do not if the files of two were exchanged', async () => {
    await rename(ours('documents/auth.db'), ours('documents/x'));
    await rename(ours('documents/invites.db'), ours('documents/auth.db'));
    await rename(ours('documents/x'), ours('documents/invites.db'));
    await expect(check()).rejects.toThrow(`${ours('documents/auth.db')} is the one of "invites". Put back`);
  });

  it.each(['eventStore', 'auth', 'invites', 'blobs'])('do not if %s is missing', async (name) => {
    await rm(ours(placeOf(name)), { recursive: true });
    for (let start = 0; start < 2; start += 1) {
      await expect(check()).rejects.toThrow(`${ours(placeOf(name))} is missing or was emptied`);
    }
  });

  it.each(['fx', 'expenses', 'audit', 'reports'])('do if %s is missing, which is made again', async (name) => {
    await rm(ours(placeOf(name)));
    for (let start = 0; start < 2; start += 1) await check();
  });

  it('do if a tool filled some of them, and a crash ended the first check', async () => {
    await fill('older');
    await rm(join(root, 'older', 'blobs'), { recursive: true });
    await withStores('older', async (stores) => {
      await checkInstallation(stores, new SeededIds('older'), ['blobs']);
    });
    for (let start = 0; start < 2; start += 1) await check('older');
  });

  it('get one mark from instances that start at once', async () => {
    await withStores('new', async (stores) => {
      const check = (seed: string) => checkInstallation(stores, new SeededIds(seed), ['eventStore', 'expenses']);
      await Promise.all(['a', 'b', 'c'].map(check));
    });
    await check('new');
  });

  it('do if a crash ended the very first check', async () => {
    await withStores('new', async (stores) => {
      await checkInstallation(stores, new SeededIds('new'), ['auth', 'expenses']);
    });
    for (let start = 0; start < 2; start += 1) await check('new');
  });
});
