import { chmod, copyFile, mkdir, readdir, stat } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { freePort, printedInvite, startProduct } from '@outlay/harness';
import { killWithParent } from '@outlay/testing/backing/kill-with-parent';
import { eventually, tempFolder } from '@outlay/testing';
import { fillInstallation } from './migrate/testing/sample-installation.js';
import { GrowingLog } from './witness/testing/growing-log.js';

type Folder = Awaited<ReturnType<typeof tempFolder>>;

const log = new GrowingLog('log.example.org');

function startTool(name: string, args: readonly string[], dataDir: string) {
  const main = join(import.meta.dirname, 'dist', name, 'main.js');
  const child = spawn(process.execPath, [main, ...args], { env: { ...process.env, DATA_DIR: dataDir } });
  killWithParent(child);
  let output = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += text.toString()));
  return { child, output: () => output };
}

async function runTool(name: string, args: readonly string[], dataDir: string): Promise<void> {
  const { child, output } = startTool(name, args, dataDir);
  const [code] = (await once(child, 'close')) as [number];
  expect([name, code, code === 0 ? '' : output()]).toEqual([name, 0, '']);
}

async function cosign(folder: string, oldSize: number, size: number): Promise<void> {
  const port = await freePort();
  const args = ['--log', log.signer.publicKey, '--folder', folder, '--port', `${port}`];
  const { child, output } = startTool('witness', args, folder);
  try {
    await eventually(() => output().includes('This witness cosigns'));
    const body = await log.request(oldSize, size);
    const response = await fetch(`http://127.0.0.1:${port}/add-checkpoint`, { method: 'POST', body });
    expect(response.status).toBe(200);
  } finally {
    child.kill('SIGTERM');
    await once(child, 'exit');
  }
}

/** The files that another user could list or read. */
async function openToOthers(folder: string) {
  const entries = await readdir(folder, { recursive: true });
  const modes = await Promise.all(
    entries.map(async (entry) => [entry, ((await stat(join(folder, entry))).mode & 0o777).toString(8)] as const),
  );
  return { count: modes.length, open: modes.filter(([, mode]) => !/^[67]00$/.test(mode)) };
}

/** The files that another user reaches by going from folder to folder. */
async function reachable(folder: string): Promise<string[]> {
  const names = await readdir(folder, { withFileTypes: true });
  const found = names.map(async (entry) => {
    const path = join(folder, entry.name);
    const { mode } = await stat(path);
    if ((mode & 0o077) === 0) return [];
    return [path, ...(entry.isDirectory() ? await reachable(path) : [])];
  });
  return (await Promise.all(found)).flat();
}

describe('files, whoever started the product and with which umask', () => {
  let root: Folder;
  const before = process.umask();
  beforeAll(async () => {
    root = await tempFolder('outlay-private');
    process.umask(0);
    await Promise.all(FOLDERS.map((name) => mkdir(join(root.path, name), { mode: 0o755 })));
  });
  afterAll(async () => {
    process.umask(before);
    await root.remove();
  });

  const FOLDERS = ['data', 'backups', 'restored', 'witness'];
  const folder = (name: string) => join(root.path, name);
  const start = async () => startProduct({ dataDir: folder('data'), port: await freePort() });

  it('of a first day, its backup, what is restored of it, and a witness can be read by their user alone', async () => {
    const product = await start();
    await fillInstallation(product.origin, await printedInvite(product));
    await runTool('backup', ['--to', folder('backups')], folder('data'));
    await product.stop();
    await runTool('replay', [], folder('data'));
    await runTool('admin', ['invite-super-admin', 'eve@example.org', '--by', 'Ada'], folder('data'));
    await cosign(folder('witness'), 0, 3);
    await copyFile(join(folder('data'), 'audit-key'), join(folder('restored'), 'audit-key'));
    await runTool('restore', ['--from', folder('backups')], folder('restored'));
    for (const [name, atLeast] of [
      ['data', 25],
      ['backups', 12],
      ['restored', 15],
      ['witness', 3],
    ] as const) {
      const { count, open } = await openToOthers(folder(name));
      expect([name, open, count >= atLeast ? 'enough' : count]).toEqual([name, [], 'enough']);
    }
  }, 120_000);

  it('that somebody opened to others are out of reach from the next start on', async () => {
    for (const name of ['data', 'backups', 'witness']) {
      for (const entry of await readdir(folder(name), { recursive: true, withFileTypes: true })) {
        await chmod(join(entry.parentPath, entry.name), entry.isDirectory() ? 0o755 : 0o644);
      }
      expect((await reachable(folder(name))).length).toBeGreaterThan(2);
    }
    const product = await start();
    await runTool('backup', ['--to', folder('backups')], folder('data'));
    await product.stop();
    await cosign(folder('witness'), 3, 8);
    for (const name of ['data', 'backups', 'witness'])
      expect([name, await reachable(folder(name))]).toEqual([name, []]);
  }, 120_000);
});
