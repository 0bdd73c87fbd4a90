/** Runs before any package is installed, so it is plain Node 20 without dependencies. */
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { publishBuild, root } from './publish-build.mjs';

export { root };
const bin = join(root, 'node_modules', '.bin');

export const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

export function run(command, args, options = {}) {
  const { status, error, stdout } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status === 0) return;
  if (stdout) process.stderr.write(stdout);
  process.exit(status ?? 1);
}

/** Whether npm recorded, in `node_modules`, that it installed what the lock file of the folder asks for. */
export function isInstalled(folder) {
  const installed = packagesIn(join(folder, 'node_modules', '.package-lock.json'));
  if (installed === null) return false;
  const asked = Object.entries(packagesIn(join(folder, 'package-lock.json')) ?? {});
  const isThere = ([path, { version, integrity, link, optional }]) => {
    if (!path.startsWith('node_modules/')) return true;
    // A workspace. The record does not tell whether its folder has moved.
    if (link) return existsSync(join(folder, path));
    const found = installed[path];
    // An optional package may be for another platform.
    if (!found) return optional === true;
    return found.version === version && found.integrity === integrity;
  };
  const names = new Set(asked.map(([path]) => path));
  const isSurplus = ([path, { link }]) => path.startsWith('node_modules/') && !link && !names.has(path);
  return asked.every(isThere) && !Object.entries(installed).some(isSurplus);
}

/** Null if there is no such file, or one that was cut off. */
function packagesIn(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8')).packages;
  } catch (error) {
    if (error.code === 'ENOENT' || error instanceof SyntaxError) return null;
    throw error;
  }
}

export function install() {
  oneAtATime(() => {
    if (isInstalled(root)) return;
    console.log('Installing packages (once; a few minutes on a slow connection) …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
  });
}

/** The lock file pins a Node that has `node:sqlite`. */
export function productNode() {
  const pinned = join(root, 'node_modules', 'node', 'bin', 'node');
  if (existsSync(pinned)) return pinned;
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
  console.error('Node 24 is needed. It comes with the "node" package; allow its install script and run npm ci again.');
  process.exit(1);
}

export function build() {
  oneAtATime(() => {
    console.log('Building what has changed …');
    run('nx', ['run-many', '-t', 'build', '--output-style=static'], {
      stdio: ['ignore', 'pipe', 'inherit'],
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    publishBuild();
  });
}
