import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventStoreDbServer } from '@outlay/event-store/testing';
import { describeScaled } from '@outlay/harness/testing/describe-scaled';
import { ScaledProduct } from '@outlay/harness/testing/scaled-product';
import { findServers, type Servers } from '@outlay/harness/testing/servers';
import { tempFolder } from '@outlay/testing';
import { freePort, startProduct } from '@outlay/harness';
import { auditFindings } from '../audit/audit.js';
import {
  createInstallation,
  keepCheckpoint,
  readEverything,
  withRunningProduct,
} from './testing/sample-installation.js';

const MAIN = join(import.meta.dirname, '..', 'dist', 'migrate', 'main.js');
const CLAIMS = 30;

describeScaled(await findServers({ faults: true }), 'npm run migrate', (startServers) => {
  let source: Awaited<ReturnType<typeof tempFolder>>;
  let servers: Servers;
  let eventStore: EventStoreDbServer;

  beforeAll(async () => {
    source = await tempFolder('outlay-migrate');
    await createInstallation(source.path, CLAIMS);
    servers = await startServers();
    if (!servers.eventStore) throw new Error('The double of the event store is missing');
    eventStore = servers.eventStore;
  }, 180_000);
  afterAll(async () => {
    await servers.close();
    await source.remove();
  }, 60_000);

  const countMigrated = () => eventStore.log.events.filter(({ stream }) => /^(expense|payment)-/.test(stream)).length;

  function start(to: string, dataDir = source.path) {
    const env = { ...process.env, ...servers.environment, DATA_DIR: dataDir };
    const child = spawn(process.execPath, [MAIN, '--to', to], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
    const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
    return { child, ended };
  }
  const migrate = (to: string, dataDir?: string) => start(to, dataDir).ended;

  it('refuses to run while the product runs on the folder', async () => {
    const product = await startProduct({ dataDir: source.path, port: await freePort() });
    try {
      const { code, output } = await migrate('scaled');
      expect(output).toContain('The product is running on');
      expect(code).toBe(1);
      expect(eventStore.log.events).toHaveLength(0);
    } finally {
      await product.stop();
    }
  }, 60_000);

  it('moves a folder to the servers in two runs after a kill, and back into another folder', async () => {
    const expected = await withRunningProduct(source.path, readEverything);
    const against = join(source.path, 'kept-checkpoint');
    await keepCheckpoint(source.path, against);
    const { child, ended } = start('scaled');
    const unfollow = eventStore.log.follow(() => {
      if (eventStore.log.events.length >= CLAIMS) child.kill('SIGKILL');
    });
    expect((await ended).code).toBeNull();
    unfollow();
    const before = countMigrated();
    expect(before).toBeGreaterThan(0);

    const { code, output } = await migrate('scaled');
    expect(output).toContain('The trail is unbroken');
    expect(output).not.toContain('DIFFERS');
    expect(output).toMatch(/\| auth: users \| 2 \| 2 \| \w+ \| same \|/);
    expect(code).toBe(0);
    expect(countMigrated()).toBeGreaterThan(before);

    const backing = {
      nats: null,
      eventStore: eventStore.url,
      mongo: servers.mongo.url,
      redis: servers.redis.url,
      s3: servers.s3.url,
    };
    expect(await auditFindings({ dataDir: source.path, backing })).toEqual([]);

    const JWT_SECRET = await readFile(join(source.path, 'secret'), 'utf8');
    const AUDIT_KEY = await readFile(join(source.path, 'audit-key'), 'utf8');
    const product = await ScaledProduct.start(servers, { env: { JWT_SECRET, AUDIT_KEY } });
    try {
      expect(await readEverything(product.origin)).toEqual(expected);
      const rejected = await migrate('standalone', join(source.path, 'back'));
      expect(rejected).toMatchObject({
        code: 1,
        output: expect.stringContaining('The product is running on the servers'),
      });
    } finally {
      await product.close();
    }
    expect(await migrate('scaled')).toMatchObject({
      code: 1,
      output: expect.stringContaining('The target was filled on'),
    });

    const back = join(source.path, 'back');
    const returned = await migrate('standalone', back);
    expect(returned.output).not.toContain('DIFFERS');
    expect(returned.code).toBe(0);
    await copyFile(join(source.path, 'audit-key'), join(back, 'audit-key'));
    expect(await withRunningProduct(back, readEverything)).toEqual(expected);
    expect(await auditFindings({ dataDir: back }, { against })).toEqual([]);
  }, 280_000);
});
