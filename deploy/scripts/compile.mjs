/**
 * `compile.mjs src`, run in the folder of a package, compiles its TypeScript files and copies all other files, into a
 * separate folder (see publish-build.mjs).
 */
import { transformFile } from '@swc/core';
import { globSync } from 'node:fs';
import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { BUILT, root } from './publish-build.mjs';

const OUTPUT = join(BUILT, relative(root, process.cwd()), 'dist');
const configFile = join(root, '.swcrc');
const NOT_PRODUCT = ['**/*.test.ts', '**/*.contract.ts', '**/testing/**', 'dist', 'package.json'];

const [from] = process.argv.slice(2);
await rm(OUTPUT, { recursive: true, force: true });
const files = globSync('**/*.*', { cwd: from, exclude: NOT_PRODUCT });
await Promise.all(files.map((file) => (/\.ts$/.test(file) ? compile(file) : copy(file))));

async function compile(file) {
  const source = join(from, file);
  const target = join(OUTPUT, file.replace(/ts$/, 'js'));
  await mkdir(dirname(target), { recursive: true });
  const sourceFileName = relative(dirname(join('dist', file)), source);
  const { code, map } = await transformFile(source, { configFile, sourceFileName });
  await writeFile(target, `${code}\n//# sourceMappingURL=${basename(target)}.map`);
  await writeFile(`${target}.map`, map);
}

async function copy(file) {
  await cp(join(from, file), join(OUTPUT, file));
}
