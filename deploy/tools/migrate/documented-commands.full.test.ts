import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describeScaled } from '@outlay/harness/testing/describe-scaled';
import { findServers, type Servers } from '@outlay/harness/testing/servers';
import { tempFolder } from '@outlay/testing';
import { parse } from 'yaml';
import { createInstallation } from './testing/sample-installation.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const text = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');
const compose = parse(text('docker-compose.yml'), { merge: true }) as {
  services: Record<string, { readonly environment: Readonly<Record<string, string>> }>;
};

interface Documented {
  readonly tool: string;
  readonly part: string;
  readonly args: readonly string[];
  /** The folder of the host that the command mounts, if it does. */
  readonly mount: string | null;
}

/** Every command of the guide that runs a tool in the image, by Docker Compose or kubectl, in the guide's order. */
const documented: readonly Documented[] = text('docs', 'operations.md')
  .replaceAll('\\\n', ' ')
  .split('\n')
  .filter((line) => line.includes('deploy/tools/dist/'))
  .map((line) => {
    const [, part = '', tool = '', args = ''] =
      /(?:--entrypoint node |deploy\/outlay-)(\S+)(?: -- node)? +deploy\/tools\/dist\/(\w+)\/main\.js(.*)/.exec(line) ??
      [];
    return { tool, part, args: args.trim().split(' '), mount: /-v "\$PWD\/\w+:(\/\w+)"/.exec(line)?.[1] ?? null };
  });

describeScaled(await findServers({ faults: true }), 'commands of the operations guide', (startServers) => {
  let installation: Awaited<ReturnType<typeof tempFolder>>;
  let backups: Awaited<ReturnType<typeof tempFolder>>;
  let servers: Servers;
  let others: Servers;
  beforeAll(async () => {
    installation = await tempFolder('outlay-documented');
    backups = await tempFolder('outlay-backups');
    await createInstallation(installation.path);
    [servers, others] = await Promise.all([startServers(), startServers()]);
  }, 240_000);
  afterAll(async () => {
    await Promise.all([servers, others].map((started) => started.close()));
    await Promise.all([installation, backups].map((folder) => folder.remove()));
  }, 60_000);

  /** Runs the tool with the part's settings in Docker Compose, on a file system that is read-only but for the mount. */
  async function run({ tool, part, args, mount }: Documented, on: Servers) {
    const secrets = {
      JWT_SECRET: await readFile(join(installation.path, 'secret'), 'utf8'),
      AUDIT_KEY: await readFile(join(installation.path, 'audit-key'), 'utf8'),
    };
    const settings = Object.entries({ ...on.environment, ...secrets }).filter(
      ([name]) => name in (compose.services[part]?.environment ?? {}),
    );
    const folder = mount === '/data' ? installation.path : backups.path;
    const env = {
      PATH: process.env.PATH,
      TMPDIR: process.env.TMPDIR,
      ...Object.fromEntries(settings),
      DATA_DIR: mount === '/data' ? folder : '/dev/null/data',
    };
    const main = join(ROOT, 'deploy', 'tools', 'dist', tool, 'main.js');
    const given = args.map((arg) => (arg === mount ? folder : arg));
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...given], { env });
    return stdout;
  }
  const all = (tool: string) => documented.filter((command) => command.tool === tool);
  async function runAll(tool: string, on: Servers) {
    const outputs = await Promise.all(all(tool).map((command) => run(command, on)));
    expect(outputs).not.toHaveLength(0);
    return outputs.join('');
  }

  it('move an installation to the servers, verify it there, back it up and restore it', async () => {
    expect(new Set(documented.map(({ tool }) => tool))).toEqual(new Set(['migrate', 'audit', 'backup', 'restore']));
    expect(await runAll('migrate', servers)).toContain('The trail is unbroken');
    expect(await runAll('audit', servers)).toContain('no findings');
    expect(await runAll('backup', servers)).toContain('Keep AUDIT_KEY and JWT_SECRET elsewhere');
    expect(await runAll('restore', others)).toContain('no findings');
  }, 240_000);
});
