import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFile, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { createExpenseRoute, listAllExpensesRoute, loginRoute } from '@outlay/contracts';
import { freePort, startProduct } from '@outlay/harness';
import { describeScaled } from '@outlay/harness/testing/describe-scaled';
import { claimForm } from '@outlay/testing/claims';
import { PASSWORD } from '@outlay/harness/testing/people';
import { asFile, pdfReceipt } from '@outlay/harness/testing/receipts';
import { ScaledProduct } from '@outlay/harness/testing/scaled-product';
import { findServers, type Servers } from '@outlay/harness/testing/servers';
import { RestClient } from '@outlay/seed';
import { eventually, tempFolder } from '@outlay/testing';
import {
  createInstallation,
  readEverything,
  ROOT,
  withRunningProduct,
} from '../migrate/testing/sample-installation.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

const CLAIMS = 30;
const DIST = join(import.meta.dirname, '..', 'dist');

function start(tool: 'backup' | 'restore', args: readonly string[], env: NodeJS.ProcessEnv) {
  const main = join(DIST, tool, 'main.js');
  const child = spawn(process.execPath, [main, ...args], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (part: Buffer) => (output += part.toString()));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, output }));
  return { child, ended };
}

const run = (...parameters: Parameters<typeof start>) => start(...parameters).ended;

/** Submits claims one after another until it is stopped. */
function submitClaims(origin: string) {
  const acknowledged = new Map<string, string>();
  let isStopped = false;
  const work = async () => {
    const api = new RestClient(origin);
    const { token } = await api.call(loginRoute, { body: { email: 'mia@example.org', password: PASSWORD } });
    for (let n = 0; !isStopped; n += 1) {
      const receipt = asFile(pdfReceipt(`load ${n}`), `l${n}.pdf`, 'application/pdf');
      const form = claimForm({ amount: `${100 + n}.25`, status: 'submitted' }, receipt);
      const { expense } = await api.call(createExpenseRoute, { token, body: form });
      acknowledged.set(expense.id, String(expense.amount));
    }
  };
  const ended = work();
  return {
    acknowledged,
    stop: () => {
      isStopped = true;
      return ended;
    },
    /** Abandons the claim under way, for a product that is killed. */
    abandon: () => {
      isStopped = true;
      return ended.catch(() => undefined);
    },
  };
}

async function amounts(origin: string): Promise<Map<string, string>> {
  const api = new RestClient(origin);
  const { token } = await api.call(loginRoute, { body: { email: ROOT, password: PASSWORD } });
  const expenses = await api.call(listAllExpensesRoute, { token });
  return new Map(expenses.map(({ id, amount }) => [id, String(amount)]));
}

const several = (load: ReturnType<typeof submitClaims>, more = 5) => {
  const from = load.acknowledged.size;
  return eventually(() => load.acknowledged.size >= from + more, 60_000);
};

describe('a standalone product that is lost', () => {
  let source: Folder;
  let backups: Folder;
  let target: Folder;
  beforeAll(async () => {
    [source, backups, target] = [await tempFolder('lost'), await tempFolder('backups'), await tempFolder('restored')];
    await createInstallation(source.path, CLAIMS);
  }, 120_000);
  afterAll(() => Promise.all([source, backups, target].map((folder) => folder.remove())));

  it('is restored from a backup that was taken under load after one that was killed', async () => {
    const backUp = () => start('backup', ['--to', backups.path], { DATA_DIR: source.path });
    const restore = () => run('restore', ['--from', backups.path], { DATA_DIR: target.path });
    await copyFile(join(source.path, 'audit-key'), join(target.path, 'audit-key'));
    const product = await startProduct({ dataDir: source.path, port: await freePort() });
    const load = submitClaims(product.origin);
    await several(load);

    const killed = backUp();
    const stored = () => readdir(join(backups.path, 'objects'), { recursive: true }).catch(() => []);
    while ((await stored()).length < 10) await wait(1);
    killed.child.kill('SIGKILL');
    expect((await killed.ended).code).toBeNull();
    expect(await restore()).toMatchObject({ code: 1, output: expect.stringContaining('no complete backup') });

    await several(load);
    const before = new Map(load.acknowledged);
    expect(await backUp().ended).toMatchObject({ code: 0 });
    await several(load);
    product.signal('SIGKILL');
    await load.abandon();
    const sent = load.acknowledged;

    const { code, output } = await restore();
    expect(output).toContain('no findings');
    expect(output).not.toContain('DIFFERS');
    expect(code).toBe(0);
    const restored = await withRunningProduct(target.path, amounts);
    const [lost, kept] = [[...before].filter(([id]) => !restored.has(id)), [...before.keys()]];
    expect(lost).toEqual([]);
    for (const id of kept) expect(restored.get(id)).toBe(sent.get(id));
    expect(restored.size).toBeGreaterThanOrEqual(CLAIMS + before.size);
    expect(restored.size).toBeLessThan(CLAIMS + sent.size);
  }, 180_000);
});

describeScaled(await findServers({ faults: true }), 'a cluster that is lost', (startServers) => {
  /** A folder that cannot be created, as in a container whose file system is read-only. */
  const NO_FOLDER = '/dev/null/outlay';
  const PLACE = 's3://outlay-backups/nightly';
  let keys: Folder;
  let all: Servers[];
  beforeAll(async () => {
    keys = await tempFolder('outlay-keys');
    all = await Promise.all([startServers(), startServers()]);
    const [{ environment: env }] = all as [Servers, Servers];
    const backing = {
      nats: null,
      eventStore: env.EVENTSTORE_URL ?? '',
      mongo: env.MONGO_URL ?? '',
      redis: env.REDIS_URL ?? '',
      s3: env.S3_URL ?? '',
    };
    await createInstallation(keys.path, CLAIMS, backing);
  }, 240_000);
  afterAll(async () => {
    await Promise.all(all.map((servers) => servers.close()));
    await keys.remove();
  }, 60_000);

  it('is restored to other servers, and to a folder', async () => {
    const [lost, empty] = all as [Servers, Servers];
    const JWT_SECRET = await readFile(join(keys.path, 'secret'), 'utf8');
    const AUDIT_KEY = await readFile(join(keys.path, 'audit-key'), 'utf8');
    const env = { JWT_SECRET, AUDIT_KEY };
    const product = await ScaledProduct.start(lost, { env });
    const load = submitClaims(product.origin);
    await several(load);
    const before = new Map(load.acknowledged);
    const backUp = () => run('backup', ['--to', PLACE], { ...lost.environment, DATA_DIR: NO_FOLDER });
    const underLoad = await backUp();
    expect(underLoad).toMatchObject({ code: 0 });
    await load.stop();
    const expected = await readEverything(product.origin);
    const quiet = await backUp();
    expect(quiet).toMatchObject({ code: 0 });
    await product.close();

    const BACKUP_S3_URL = lost.environment.S3_URL;
    const [first = ''] = /^\d{8}T.*\.json$/m.exec(underLoad.output) ?? [];
    const folder = await tempFolder('outlay-from-cluster');
    const early = ['--from', PLACE, '--backup', first];
    const toFolder = await run('restore', early, { BACKUP_S3_URL, AUDIT_KEY, DATA_DIR: folder.path });
    expect(toFolder.output).toContain('no findings');
    expect(toFolder.code).toBe(0);
    await copyFile(join(keys.path, 'audit-key'), join(folder.path, 'audit-key'));
    const restored = await withRunningProduct(folder.path, amounts);
    for (const [id, amount] of before) expect(restored.get(id)).toBe(amount);
    await folder.remove();

    const toServers = { ...empty.environment, BACKUP_S3_URL, AUDIT_KEY, DATA_DIR: NO_FOLDER };
    const { code, output } = await run('restore', ['--from', PLACE], toServers);
    expect(output).toContain('no findings');
    expect(output).not.toContain('DIFFERS');
    expect(code).toBe(0);
    const again = await ScaledProduct.start(empty, { env });
    try {
      expect(await readEverything(again.origin)).toEqual(expected);
      const refused = await run('restore', ['--from', PLACE], toServers);
      expect(refused).toMatchObject({
        code: 1,
        output: expect.stringContaining('The product is running on the servers'),
      });
    } finally {
      await again.close();
    }
  }, 280_000);
});
