/** Runs on plain Node 20, without dependencies. */
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
/** Nx replaces everything in this folder, so no program runs from it. Its subfolders are those of the workspace. */
export const BUILT = join(root, '.nx', 'build');

/** Copies changed files to where they run, one by one: a running program finds each of its files at any time. */
export function publishBuild(from = BUILT, to = root) {
  const files = new Set(filesIn(from));
  for (const file of files) if (differ(join(from, file), join(to, file))) replace(join(from, file), join(to, file));
  const folders = new Set(Array.from(files, (file) => file.replace(/\bdist\b.*/, 'dist')));
  for (const folder of folders) {
    for (const file of filesIn(join(to, folder))) if (!files.has(join(folder, file))) rmSync(join(to, folder, file));
  }
}

function filesIn(folder) {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => relative(folder, join(parentPath, name)));
}

function differ(built, current) {
  return !existsSync(current) || !readFileSync(built).equals(readFileSync(current));
}

function replace(built, current) {
  mkdirSync(dirname(current), { recursive: true });
  const beside = `${current}.new`;
  copyFileSync(built, beside);
  renameSync(beside, current);
}
