import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './publish-build.mjs';

const FOLDER = join(root, '.nx');
const LOCK = join(FOLDER, 'building.pid');
const POLL_MS = 200;

/** Runs the work while no other process works in this checkout: two would take each other's files away. */
export function oneAtATime(work, lock = LOCK) {
  mkdirSync(FOLDER, { recursive: true });
  for (let waited = false; !take(lock); waited = true) {
    if (!waited) console.log(`Waiting for another build of this folder (${lock}) …`);
    Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, POLL_MS);
  }
  // The lock is also released if the work ends the process.
  const release = () => rmSync(lock, { force: true });
  process.once('exit', release);
  try {
    work();
  } finally {
    process.off('exit', release);
    release();
  }
}

function take(lock) {
  try {
    writeFileSync(lock, String(process.pid), { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
    const owner = ownerOf(lock);
    if (owner !== null && !isRunning(owner) && owner === ownerOf(lock)) rmSync(lock, { force: true });
    return false;
  }
}

/** Null while the lock is being written, or if it was released meanwhile. */
function ownerOf(lock) {
  try {
    return Number(readFileSync(lock, 'utf8')) || null;
  } catch (error) {
    if (error.code === 'ENOENT') return null;
    throw error;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === 'EPERM';
  }
}
