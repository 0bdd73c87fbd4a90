import { execFile, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { eventually } from '@outlay/testing';

const SCRIPTS = join(import.meta.dirname, '..', '..', 'scripts');
const BUILDS = 30;

function run(script: string, ...args: string[]): ChildProcess {
  return spawn(process.execPath, ['--input-type=module', '-e', script, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}
const exitOf = async (child: ChildProcess): Promise<unknown> => (await once(child, 'exit'))[0];

describe('two commands in one checkout', () => {
  let folder: string;
  beforeEach(async () => (folder = await mkdtemp(join(tmpdir(), 'outlay-build-'))));
  afterEach(() => rm(folder, { recursive: true }));
  const path = (...names: string[]) => join(folder, ...names);

  const publish = `
    import { publishBuild } from '${join(SCRIPTS, 'publish-build.mjs')}';
    const [from, to] = process.argv.slice(1);
    publishBuild(from, to);`;
  const published = () => exitOf(run(publish, path('built'), path('checkout')));

  async function build(files: Readonly<Record<string, string>>) {
    await rm(path('built'), { recursive: true, force: true });
    await mkdir(path('built', 'libs', 'one', 'dist'), { recursive: true });
    for (const [name, text] of Object.entries(files)) await writeFile(path('built', 'libs', 'one', 'dist', name), text);
  }

  it('a build replaces changed files, keeps the others, and removes deleted ones', async () => {
    const dist = (name: string) => path('checkout', 'libs', 'one', 'dist', name);
    await build({ 'same.js': '1', 'changed.js': '1', 'gone.js': '1' });
    await published();
    const { mtimeMs, ino } = await stat(dist('same.js'));
    await build({ 'same.js': '1', 'changed.js': '2', 'new.js': '1' });
    expect(await published()).toBe(0);
    expect(await stat(dist('same.js'))).toMatchObject({ mtimeMs, ino });
    expect([await readFile(dist('changed.js'), 'utf8'), await readFile(dist('new.js'), 'utf8')]).toEqual(['2', '1']);
    expect(existsSync(dist('gone.js'))).toBe(false);
  });

  it('a running program can read every file while a build replaces it', async () => {
    const text = (n: number) => `export const n = '${String(n).repeat(100_000)}';`;
    await build({ 'index.js': text(0) });
    await published();
    const reading = run(
      `import { existsSync, readFileSync } from 'node:fs';
       const [file, end] = process.argv.slice(1);
       while (!existsSync(end)) if (!readFileSync(file, 'utf8').endsWith("';")) process.exit(2);`,
      path('checkout', 'libs', 'one', 'dist', 'index.js'),
      path('end'),
    );
    for (let n = 1; n <= BUILDS; n += 1) {
      await build({ 'index.js': text(n % 10) });
      await published();
    }
    await writeFile(path('end'), '');
    expect(await exitOf(reading)).toBe(0);
  });

  const hold = `
    import { appendFileSync } from 'node:fs';
    import { oneAtATime } from '${join(SCRIPTS, 'one-at-a-time.mjs')}';
    const [lock, log, ms] = process.argv.slice(1);
    oneAtATime(() => {
      appendFileSync(log, 'in ');
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, Number(ms));
      appendFileSync(log, 'out ');
    }, lock);`;
  const holder = (ms: number) => run(hold, path('lock'), path('log'), String(ms));
  const log = () => readFile(path('log'), 'utf8').catch(() => '');

  it('builds wait for each other', async () => {
    const holders = Array.from({ length: 5 }, () => holder(100));
    expect(await Promise.all(holders.map(exitOf))).toEqual(Array(5).fill(0));
    expect(await log()).toBe('in out '.repeat(5));
    expect(existsSync(path('lock'))).toBe(false);
  });

  it('a killed build does not block the next one', async () => {
    const killed = holder(60_000);
    await eventually(async () => (await log()) === 'in ');
    killed.kill('SIGKILL');
    await once(killed, 'exit');
    expect(await exitOf(holder(0))).toBe(0);
    expect(await log()).toBe('in in out ');
  });
});

describe('the packages of a checkout', () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'outlay-install-'));
    const write = (path: string, content: object) => writeFile(join(folder, path), JSON.stringify(content));
    await mkdir(join(folder, 'libs', 'one'), { recursive: true });
    await write('package.json', { name: 'checkout', version: '1.0.0', workspaces: ['libs/*'] });
    await write('libs/one/package.json', { name: '@checkout/one', version: '1.0.0' });
    await npm('install', '--package-lock-only');
  });
  afterEach(() => rm(folder, { recursive: true }));

  const npm = (...args: string[]) =>
    promisify(execFile)('npm', [...args, '--offline', '--no-audit', '--no-fund'], { cwd: folder });
  const isInstalled = async () => {
    const { isInstalled } = (await import(`${SCRIPTS}/prepare.mjs`)) as { isInstalled: (folder: string) => boolean };
    return isInstalled(folder);
  };
  type Packages = Record<string, object>;
  const alter = async (file: string, change: (packages: Packages) => Packages) => {
    const path = join(folder, file);
    const lock = JSON.parse(await readFile(path, 'utf8')) as { packages: Packages };
    await writeFile(path, JSON.stringify({ ...lock, packages: change(lock.packages) }));
  };

  it('are installed after npm ci, and not again by a start', async () => {
    expect(await isInstalled()).toBe(false);
    await npm('ci');
    expect(await isInstalled()).toBe(true);
    await alter('package-lock.json', (packages) => ({
      ...packages,
      'node_modules/other-platform': { version: '1.0.0', integrity: 'sha512-1', optional: true },
    }));
    expect(await isInstalled()).toBe(true);
  });

  it.each<[string, string, (packages: Packages) => Packages]>([
    [
      'the lock file names another package',
      'package-lock.json',
      (all) => ({ ...all, 'node_modules/a': { version: '1' } }),
    ],
    [
      'a package has another content',
      'package-lock.json',
      (all) => ({ ...all, 'node_modules/@checkout/one': { integrity: 'b' } }),
    ],
    [
      'a package is no longer asked for',
      'node_modules/.package-lock.json',
      (all) => ({ ...all, 'node_modules/a': {} }),
    ],
  ])('are installed again if %s', async (_, file, change) => {
    await npm('ci');
    await alter(file, change);
    expect(await isInstalled()).toBe(false);
  });

  it('are installed again if a workspace is not linked', async () => {
    await npm('ci');
    await rm(join(folder, 'node_modules', '@checkout', 'one'));
    expect(await isInstalled()).toBe(false);
  });

  it('are installed again if npm was interrupted', async () => {
    await npm('ci');
    await writeFile(join(folder, 'node_modules', '.package-lock.json'), '{"packages":{');
    expect(await isInstalled()).toBe(false);
  });
});
