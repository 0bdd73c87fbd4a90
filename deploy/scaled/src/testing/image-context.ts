import { cpSync, globSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import dockerignore from '@balena/dockerignore';

const GENERATED = ['**/node_modules', '**/dist', '.git', '.nx', 'data'];

/** The files of the checkout that `.dockerignore` lets into the image's build, as paths from the root. */
export function contextOf(root: string): readonly string[] {
  const admits = dockerignore
    .default()
    .add(readFileSync(join(root, '.dockerignore'), 'utf8'))
    .createFilter();
  return globSync('**/*', { cwd: root, exclude: GENERATED, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length + 1))
    .concat(['.npmrc', '.swcrc'])
    .filter(admits);
}

/** Copies the context to an empty folder, with the packages that `npm ci` installs there. */
export function copyContext(root: string, to: string): void {
  for (const file of contextOf(root)) cpSync(join(root, file), join(to, file));
  const packages = join(to, 'node_modules');
  mkdirSync(packages);
  for (const name of readdirSync(join(root, 'node_modules'))) {
    const installed = join(root, 'node_modules', name);
    // The links to the workspace's own packages are relative, so that they lead into the copy.
    if (name === '@outlay') cpSync(installed, join(packages, name), { recursive: true, verbatimSymlinks: true });
    else symlinkSync(installed, join(packages, name));
  }
}
