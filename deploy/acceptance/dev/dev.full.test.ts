import { execFile } from 'node:child_process';
import { cp, mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { freePort, startProcess, type StartedProcess } from '@outlay/harness';
import { eventually, tempFolder } from '@outlay/testing';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const NOT_COPIED = ['.git', '.nx', 'coverage', 'data', 'dist', 'node_modules', 'screenshots'];
const OWN_PACKAGES = ['.cache', '.vite', '.vite-temp', '@outlay'];
const RESTART_MS = 30_000;

/** Links installed packages instead of copying them. */
async function copyWorkspace(target: string): Promise<void> {
  const packages: string[] = [];
  await cp(ROOT, target, {
    recursive: true,
    filter: (path) => {
      if (basename(path) === 'node_modules') packages.push(relative(ROOT, path));
      return path === ROOT || !NOT_COPIED.includes(basename(path));
    },
  });
  for (const folder of packages) {
    await mkdir(join(target, folder));
    const names = (await readdir(join(ROOT, folder))).filter((name) => !OWN_PACKAGES.includes(name));
    await Promise.all(names.map((name) => symlink(join(ROOT, folder, name), join(target, folder, name))));
  }
  await cp(join(ROOT, 'node_modules', '@outlay'), join(target, 'node_modules', '@outlay'), {
    recursive: true,
    verbatimSymlinks: true,
  });
}

describe('npm run dev', () => {
  let folder: Awaited<ReturnType<typeof tempFolder>>;
  let workspace: string;
  let origin: string;
  let development: StartedProcess;

  beforeAll(async () => {
    folder = await tempFolder('outlay-dev');
    workspace = join(folder.path, 'workspace');
    await copyWorkspace(workspace);
    const port = await freePort();
    origin = `http://127.0.0.1:${port}`;
    development = await startProcess({
      main: join(workspace, 'deploy', 'scripts', 'dev', 'main.mjs'),
      env: { PORT: String(port), DATA_DIR: join(folder.path, 'data') },
      readyUrl: `${origin}/api/health/ready`,
    });
  }, 120_000);
  afterAll(async () => {
    await development?.stop();
    await folder.remove();
  });

  async function change(file: string, from: string, to: string): Promise<void> {
    const path = join(workspace, file);
    const source = await readFile(path, 'utf8');
    expect(source).toContain(from);
    await writeFile(path, source.replace(from, to));
  }

  const CURRENCIES = 'libs/rules/src/currencies.ts';
  const refuseCurrency = async () => {
    const response = await fetch(`${origin}/api/exchange-rate?from=1&to=EUR&date=2026-01-05`);
    expect(response.status).toBe(400);
    return ((await response.json()) as { message: string }).message;
  };

  it('serves the client on the port of the API', async () => {
    const page = await fetch(`${origin}/submit-expense`, { headers: { accept: 'text/html' } });
    expect(await page.text()).toContain('/@vite/client');
    const program = await fetch(`${origin}/src/app/main.tsx`);
    expect(program.headers.get('content-type')).toContain('javascript');
  });

  it('applies a change of a rule, and no request is refused meanwhile', async () => {
    await change(CURRENCIES, 'Please enter a valid 3-letter', 'Please enter another 3-letter');
    const statuses = new Set<number>();
    await eventually(async () => {
      statuses.add((await fetch(`${origin}/api/health/live`)).status);
      return development.output().includes(`ms  ${CURRENCIES}`);
    }, RESTART_MS);
    expect([...statuses]).toEqual([200]);
    expect(await refuseCurrency()).toContain('Please enter another');
  }, 60_000);

  it('keeps the last working version if a source cannot be compiled', async () => {
    await change(CURRENCIES, 'export const currencyMessages', 'export const = currencyMessages');
    await eventually(() => development.output().includes('kept the last working version'), RESTART_MS);
    expect(await refuseCurrency()).toContain('Please enter another');
  }, 60_000);

  it('refuses requests with 503 if the product does not start, and recovers after the next change', async () => {
    await change(CURRENCIES, 'export const = currencyMessages', 'export const currencyMessages');
    await change('deploy/standalone/src/product.ts', 'const stop = ', "throw new Error('no start');\n  const stop = ");
    await eventually(() => development.output().includes('does not start'), RESTART_MS);
    expect((await fetch(`${origin}/api/health/live`)).status).toBe(503);
    await change('deploy/standalone/src/product.ts', "throw new Error('no start');", '');
    await eventually(async () => (await fetch(`${origin}/api/health/live`)).ok, RESTART_MS);
  }, 60_000);

  it('leaves no process behind', async () => {
    await development.stop();
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args']);
    expect(stdout.split('\n').filter((args) => args.includes(workspace))).toEqual([]);
  }, 30_000);
});
