/** Runs before any package is installed, so it is plain Node 20 without dependencies. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { oneAtATime } from './one-at-a-time.mjs';
import { publishBuild, root } from './publish-build.mjs';

export { root };
const stamp = join(root, 'node_modules', '.outlay-installed');
const bin = join(root, 'node_modules', '.bin');

export const env = { ...process.env, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };

export function run(command, args, options = {}) {
  const { status, error, stdout } = spawnSync(command, args, { cwd: root, env, stdio: 'inherit', ...options });
  if (error) throw error;
  if (status === 0) return;
  if (stdout) process.stderr.write(stdout);
  process.exit(status ?? 1);
}

function lockHash() {
  return createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
}

export function install() {
  oneAtATime(() => {
    const hash = lockHash();
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
    console.log('Installing packages (once; a few minutes on a slow connection) …');
    run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error']);
    writeFileSync(stamp, hash);
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
