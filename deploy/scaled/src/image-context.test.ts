import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { tempFolder } from '@outlay/testing/temp-folder';
import ts from 'typescript';
import { contextOf, copyContext } from './testing/image-context.js';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const context = new Set(contextOf(ROOT));

interface Targets {
  readonly build?: { readonly options?: { readonly command?: string } };
}
const json = (file: string) =>
  JSON.parse(readFileSync(join(ROOT, file), 'utf8')) as { targetDefaults?: Targets; nx?: { targets?: Targets } };

/** The files that a relative specifier may mean: a server's names its output, the client's leaves the extension out. */
function candidates(file: string, specifier: string): readonly string[] {
  const path = normalize(join(dirname(file), specifier));
  const name = path.replace(/\.js$/, '');
  return [path, `${name}.ts`, `${name}.tsx`, join(name, 'index.ts')];
}

test('the image is built from everything that its sources import', () => {
  const sources = [...context].filter((file) => /\.(ts|tsx|js|mjs)$/.test(file) && !file.includes('/testing/'));
  const missing = sources.flatMap((file) =>
    ts
      .preProcessFile(readFileSync(join(ROOT, file), 'utf8'))
      .importedFiles.map(({ fileName }) => fileName.replace(/\?\w+$/, ''))
      .filter((specifier) => specifier.startsWith('.') && !specifier.includes('/dist/'))
      .filter((specifier) => !candidates(file, specifier).some((path) => context.has(path)))
      .map((specifier) => `${file} imports ${specifier}`),
  );
  expect(sources.length).toBeGreaterThan(1000);
  expect(missing).toEqual([]);
});

test('the image is built with every script that a build runs', () => {
  const manifests = [...context].filter((file) => file.endsWith('package.json')).map((file) => json(file).nx?.targets);
  const commands = [json('nx.json').targetDefaults, ...manifests].map((targets) => targets?.build?.options?.command);
  const scripts = commands.flatMap((command) =>
    Array.from(command?.matchAll(/\$NX_WORKSPACE_ROOT\/(\S+)/g) ?? [], ([, script = '']) => script),
  );
  expect(scripts).not.toHaveLength(0);
  expect(scripts.filter((script) => !context.has(script))).toEqual([]);
});

test('a package builds in a folder that has only what goes into the image', async () => {
  const { path: copy, remove } = await tempFolder('outlay-image');
  copyContext(ROOT, copy);
  const built = spawnSync(process.execPath, [join(copy, 'deploy', 'scripts', 'compile.mjs'), 'src'], {
    cwd: join(copy, 'libs', 'time'),
    encoding: 'utf8',
  });
  expect(built).toMatchObject({ status: 0, stderr: '' });
  expect(existsSync(join(copy, '.nx', 'build', 'libs', 'time', 'dist', 'index.js'))).toBe(true);
  await remove();
});
