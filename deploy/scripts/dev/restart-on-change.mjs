import { join, relative, sep } from 'node:path';
import { root } from '../prepare.mjs';

const FOLDERS = ['libs', 'services', 'gateway', 'deploy/standalone', 'deploy/composition', 'deploy/seed'];
const SOURCE = /\/src\/.*\.(ts|json)$/;
const TEST = /\.(test|contract)\.ts$|\/(testing|contract|golden)\//;
/** Editors and version control write several files at once. */
const DEBOUNCE_MS = 30;

export function restartOnChange(watcher, product) {
  const folders = FOLDERS.map((folder) => join(root, folder) + sep);
  const changed = new Set();
  let timer;
  watcher.add(folders);
  watcher.on('all', (_, path) => {
    if (!folders.some((folder) => path.startsWith(folder)) || !SOURCE.test(path) || TEST.test(path)) return;
    const changedAt = performance.now();
    changed.add(relative(root, path));
    clearTimeout(timer);
    timer = setTimeout(() => void restart(changedAt), DEBOUNCE_MS);
  });

  async function restart(changedAt) {
    const files = [...changed];
    changed.clear();
    const outcome = await product.replace();
    if (outcome === 'superseded') return files.forEach((file) => changed.add(file));
    const ms = Math.round(performance.now() - changedAt);
    const result = { started: `${ms} ms`, kept: 'kept the last working version', failed: 'does not start' }[outcome];
    console.log(`server  ${result}  ${files.length === 1 ? files[0] : `${files.length} files`}`);
  }
}
