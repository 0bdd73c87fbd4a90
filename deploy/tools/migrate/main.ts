import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EMBEDDED, lockDataFolder, readConfig, runMain, Stores, type BackingUrls } from '@outlay/composition';
import { systemClock } from '@outlay/time';
import { migrateInstallation } from './migrate-installation.js';
import { MigrationRejected } from './migration.js';
import { printMigration } from './print-migration.js';
import { showProgress } from './progress.js';
import { sourceOf } from './stores-source.js';
import { isProjectorRunning } from './in-use.js';

const USAGE = 'npm run migrate -- --to scaled, or --to standalone';

/** `npm run migrate`: moves a stopped installation from `DATA_DIR` to the configured servers, or back. */
async function main(): Promise<void> {
  const toScaled = readDirection() === 'scaled';
  const { dataDir, backing } = readConfig(process.env, '.');
  requireServers(backing);
  if (toScaled && !existsSync(join(dataDir, 'events.db'))) {
    throw new Error(`There are no events in ${dataDir}. Check DATA_DIR.`);
  }
  const lock = await lockDataFolder(dataDir);

  const [folder, servers] = [new Stores(dataDir, EMBEDDED), new Stores(dataDir, backing)];
  try {
    await requireReady(servers);
    if (await isProjectorRunning(servers))
      throw new MigrationRejected('The product is running on the servers. Stop it first.');
    const [from, to] = toScaled ? [folder, servers] : [servers, folder];
    const started = performance.now();
    const result = await migrateInstallation(await sourceOf(from), to, systemClock, showProgress(process.stderr));
    if (!printMigration(result)) process.exitCode = 1;
    else {
      const seconds = (performance.now() - started) / 1000;
      console.log(`Moved in ${seconds.toFixed(1)} s. The source is unchanged; do not start the product on it again.`);
      console.log(`Sessions stay valid if JWT_SECRET is ${secretOf(toScaled, dataDir, 'secret')}.`);
      console.log(`The log of all events needs AUDIT_KEY to be ${secretOf(toScaled, dataDir, 'audit-key')}.`);
    }
  } finally {
    await Promise.all([folder.close(), servers.close()]);
    lock.release();
  }
}

function secretOf(toScaled: boolean, dataDir: string, name: string): string {
  const file = join(dataDir, name);
  return toScaled && existsSync(file) ? `the content of ${file}` : 'the same as before';
}

function readDirection(): 'scaled' | 'standalone' {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (to !== 'scaled' && to !== 'standalone') throw new Error(USAGE);
  return to;
}

function requireServers({ eventStore, mongo, redis, s3 }: BackingUrls): void {
  const needed = { EVENTSTORE_URL: eventStore, MONGO_URL: mongo, REDIS_URL: redis, S3_URL: s3 };
  const missing = Object.entries(needed).flatMap(([name, url]) => (url === null ? [name] : []));
  if (missing.length > 0) throw new Error(`Set ${missing.join(', ')} to the addresses of the servers.`);
}

/** The job queue is not migrated, but needed afterwards. */
async function requireReady(servers: Stores): Promise<void> {
  await Promise.all([servers.events(), servers.blobs(), servers.jobs(), servers.documents('auth')]);
  const unavailable = Object.entries(await servers.isReady()).flatMap(([name, ready]) => (ready ? [] : name));
  if (unavailable.length > 0) throw new Error(`Not reachable, or not writable: ${unavailable.join(', ')}`);
}

runMain(main);
