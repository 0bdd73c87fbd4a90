import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout } from 'node:timers/promises';
import { isNativeError } from 'node:util/types';
import type { Stores } from '@outlay/composition';

const BUSY = 5;
/** Longer than the interval between two heartbeats of the projector. */
const HEARTBEAT_WAIT_MS = 4_000;

/** A process that has a database open holds a lock of SQLite on it. */
export async function isInUse(dataDir: string): Promise<boolean> {
  const documents = join(dataDir, 'documents');
  const names = await readdir(documents).catch(() => []);
  const files = [
    ...['events.db', 'jobs.db'].map((name) => join(dataDir, name)),
    ...names.filter((name) => name.endsWith('.db')).map((name) => join(documents, name)),
  ];
  return files.filter((file) => existsSync(file)).some(isOpen);
}

function isOpen(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 });
  try {
    // Set before the first access, this mode requests a lock that excludes all other connections.
    database.exec('PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; ROLLBACK');
    return false;
  } catch (error) {
    if (isNativeError(error) && 'errcode' in error && error.errcode === BUSY) return true;
    throw error;
  } finally {
    database.close();
  }
}

export async function isProjectorRunning(stores: Stores): Promise<boolean> {
  const documents = await stores.documents('expenses');
  const heartbeats = async () => {
    const held = documents.collection<{ _id: string; beat: number }>('leases').find({ holder: { $ne: null } });
    return (await held.toArray()).map(({ _id, beat }) => `${_id} ${beat}`).join();
  };
  const before = await heartbeats();
  if (before === '') return false;
  await setTimeout(HEARTBEAT_WAIT_MS);
  return (await heartbeats()) !== before;
}
