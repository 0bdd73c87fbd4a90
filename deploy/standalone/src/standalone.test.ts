import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { EMBEDDED, firstInvite } from '@outlay/composition';
import { EventStoreDbServer } from '@outlay/event-store/testing';
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

  it('waits for an event store that is away, not ready and with its setting, and starts once it is there', async () => {
    const server = await EventStoreDbServer.start();
    server.stop();
    let origin = '';
    const starting = createStandalone({
      dataDir,
      backing: { ...EMBEDDED, eventStore: server.url },
      webRoot: null,
      logger: ['error'],
      serve: async ({ gateway }) => {
        await gateway.listen(0, '127.0.0.1');
        origin = (await gateway.getUrl()).replace('[::1]', '127.0.0.1');
      },
    });
    await eventually(async () => {
      if (origin === '') return false;
      const response = await fetch(`${origin}/api/health/ready`);
      const { parts, details } = (await response.json()) as {
        parts: { started: boolean };
        details: { missing: string[] };
      };
      return response.status === 503 && parts.started === false && details.missing.join() === 'EVENTSTORE_URL';
    });
    expect((await fetch(`${origin}/api/health/live`)).status).toBe(200);
    await server.restart();
    const product = await starting;
    await eventually(async () => (await fetch(`${origin}/api/health/ready`)).status === 200);
    expect(await firstInvite(product.messages)).not.toBeNull();
    await product.close();
    server.stop();
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
