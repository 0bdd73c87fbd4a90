import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { EMBEDDED, lockDataFolder, readConfig, Stores, type BackingUrls } from '@outlay/composition';
import { systemClock } from '@outlay/time';
import { migrateInstallation, type MigrationResult } from './migrate-installation.js';
import { MigrationRejected } from './migration.js';
import { showProgress } from './progress.js';
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
    const result = await migrateInstallation(from, to, systemClock, showProgress(process.stderr));
    print(result, (performance.now() - started) / 1000);
    if (result.differences.length > 0 || result.readModel.brokenAt) process.exitCode = 1;
    else {
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

function print({ from, to, differences, readModel }: MigrationResult, seconds: number): void {
  const number = (value: number | undefined) => (value ?? 0).toLocaleString('en');
  const names = [...new Set([...from, ...to].map(({ name }) => name))];
  console.log('\n\n| what | from | to | SHA-256 | |\n|---|---|---|---|---|');
  for (const name of names) {
    const [here, there] = [from, to].map((totals) => totals.find((one) => one.name === name));
    const hash = there?.content.slice(0, 16) ?? '';
    const verdict = differences.includes(name) ? 'DIFFERS' : 'same';
    console.log(`| ${[name, number(here?.count), number(there?.count), hash, verdict].join(' | ')} |`);
  }
  const { events, expenses, brokenAt } = readModel;
  console.log(`\n${number(events)} events of ${number(expenses)} expenses replayed into the read model of the target`);
  console.log(
    brokenAt
      ? `The trail is broken before ${brokenAt.stream} revision ${brokenAt.revision}, in the source and the target`
      : 'The trail is unbroken',
  );
  if (differences.length > 0) console.log(`Different after the move: ${differences.join(', ')}. Run it again.`);
  else console.log(`Moved in ${seconds.toFixed(1)} s. The source is unchanged; do not start the product on it again.`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
});
