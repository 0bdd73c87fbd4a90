import { execFile } from 'node:child_process';
import { globSync } from 'node:fs';
import { copyFile, mkdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { tempFolder } from './temp-folder.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const CRUISER = join(ROOT, 'node_modules', '.bin', 'depcruise');
const MANIFESTS = globSync('{libs/*,services/*,gateway,web,deploy/*}/package.json', { cwd: ROOT });

type Case = readonly [name: string, file: string, code: string];

const violations: readonly Case[] = [
  ['a service that imports another service', 'services/auth/src/a.ts', "export * from '@outlay/expenses';"],
  ['a client that imports a server library', 'web/src/a.ts', "export * from '@outlay/event-store';"],
  ['rules that import another package', 'libs/rules/src/a.ts', "export * from '@outlay/contracts';"],
  ['a gateway that imports a service', 'gateway/src/a.ts', "export * from '@outlay/expenses';"],
  ['a gateway that imports the document store', 'gateway/src/b.ts', "export * from '@outlay/documents';"],
  ['a library that imports a composition', 'libs/jobs/src/a.ts', "export * from '@outlay/standalone';"],
  ['test helpers that import what they help to test', 'libs/testing/src/a.ts', "export * from '@outlay/jobs';"],
  ['a type of another service', 'services/auth/src/b.ts', "export type A = import('@outlay/fx').A;"],
  ['an import on demand', 'services/auth/src/c.ts', "export const a = () => import('@outlay/fx');"],
  ['a test that imports another service', 'services/auth/src/a.test.ts', "import { a } from '@outlay/fx'; a();"],
  ['another service by a relative path', 'services/auth/src/d.ts', "export * from '../../fx/src/index.js';"],
  [
    'a permitted package by a relative path',
    'services/auth/src/e.ts',
    "export * from '../../../libs/time/src/index.js';",
  ],
];

const permitted: readonly Case[] = [
  ['contracts in a service', 'services/auth/src/f.ts', "export * from '@outlay/contracts';"],
  ['test helpers in the test of a library', 'libs/jobs/src/a.test.ts', "import { a } from '@outlay/testing'; a();"],
  ['a service in a composition', 'deploy/composition/src/a.ts', "export * from '@outlay/fx';"],
  ['a file of the same package', 'services/auth/src/g.ts', "export * from './index.js';"],
];

/** The packages without their code. */
async function emptyWorkspace(folder: string): Promise<void> {
  await mkdir(join(folder, 'node_modules', '@outlay'), { recursive: true });
  for (const manifest of MANIFESTS) {
    const { name } = JSON.parse(await readFile(join(ROOT, manifest), 'utf8')) as { name: string };
    const home = join(folder, dirname(manifest));
    await mkdir(join(home, 'src'), { recursive: true });
    await copyFile(join(ROOT, manifest), join(home, 'package.json'));
    await writeFile(join(home, 'src', 'index.ts'), 'export const a = () => 1;\n');
    await symlink(home, join(folder, 'node_modules', name));
  }
}

/** The files with an import that the boundaries refuse. */
async function rejectedIn(folder: string): Promise<Set<string>> {
  const config = join(ROOT, 'package-boundaries.config.js');
  const args = [CRUISER, '--config', config, '--output-type', 'json', 'libs', 'services', 'gateway', 'web', 'deploy'];
  const { stdout } = await promisify(execFile)(process.execPath, args, { cwd: folder, maxBuffer: 2 ** 26 }).catch(
    (error: { stdout: string }) => {
      // It exits with the number of violations.
      if (error.stdout) return error;
      throw error;
    },
  );
  const { summary } = JSON.parse(stdout) as { summary: { violations: { from: string }[] } };
  return new Set(summary.violations.map(({ from }) => from));
}

describe('the package boundaries', () => {
  let rejected: Set<string>;
  beforeAll(async () => {
    const folder = await tempFolder('outlay-boundaries');
    try {
      await emptyWorkspace(folder.path);
      for (const [, file, code] of [...violations, ...permitted]) await writeFile(join(folder.path, file), `${code}\n`);
      rejected = await rejectedIn(folder.path);
    } finally {
      await folder.remove();
    }
  }, 60_000);

  it.each(violations)('reject %s', (_, file) => expect(rejected).toContain(file));

  it.each(permitted)('permit %s', (_, file) => expect(rejected).not.toContain(file));
});
