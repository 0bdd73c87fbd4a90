import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { firstInvite } from '@outlay/composition';
import { eventually, tempFolder } from '@outlay/testing';
import { createStandalone } from './standalone.js';

describe('the standalone product', () => {
  let dataDir: string;
  let remove: () => Promise<void>;
  beforeEach(async () => {
    ({ path: dataDir, remove } = await tempFolder('outlay-standalone'));
  });
  afterEach(() => remove());

  const start = () => createStandalone({ dataDir, webRoot: null, logger: ['error'] });

  it('runs once on a data folder, and again after it was closed', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(`The product is running on ${dataDir}`);
    await first.close();
    await (await start()).close();
  });

  it('frees the data folder if it cannot start', async () => {
    const secret = join(dataDir, 'secret');
    await mkdir(dataDir, { recursive: true });
    await writeFile(secret, '');
    for (let n = 0; n < 2; n += 1) await expect(start()).rejects.toThrow(`${secret} holds fewer than 32 characters`);
  });

  it.each([
    ['events.db', 'is missing or was emptied'],
    ['documents/auth.db', 'is missing or was emptied'],
  ])('does not start without %s', async (file, problem) => {
    const first = await start();
    await firstInvite(first.messages);
    await first.close();
    await rm(join(dataDir, file));
    for (let n = 0; n < 2; n += 1) await expect(start()).rejects.toThrow(`${join(dataDir, file)} ${problem}`);
  });

  it('keeps a malformed read model aside and makes it again', async () => {
    await (await start()).close();
    const file = join(dataDir, 'documents/expenses.db');
    await writeFile(file, 'not a database '.repeat(99));
    const product = await start();
    await eventually(() => Object.values(product.isReady()).every(Boolean));
    await product.close();
    const names = await readdir(join(dataDir, 'documents'));
    const aside = names.find((name) => name.startsWith('expenses.db.damaged-'));
    expect(await readFile(join(dataDir, 'documents', aside ?? ''), 'utf8')).toContain('not a database');
  });
});
