import { lockEmbedded, readConfig, runMain, Stores } from '@outlay/composition';
import { printedFinding } from '@outlay/contracts';
import { parseArgs } from 'node:util';
import { exitCode } from '../audit/exit-code.js';
import { openBackupSet } from '../backup/backup-place.js';
import { isProjectorRunning } from '../migrate/in-use.js';
import { printMigration } from '../migrate/print-migration.js';
import { showProgress } from '../migrate/progress.js';
import { restore, restoredKey, verifyRestored } from './restore.js';

const USAGE = `npm run restore -- --from <folder, or s3://bucket/prefix> [--backup <name>] [--accept-altered]
  --backup          the name of a backup; by default the latest one
  --accept-altered  although the events are not those of the checkpoint`;

/** `npm run restore` restores into an empty `DATA_DIR` or empty configured servers, and verifies the result. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      from: { type: 'string' },
      backup: { type: 'string' },
      'accept-altered': { type: 'boolean', default: false },
    },
  });
  const { from, backup: name = null, 'accept-altered': acceptAltered } = values;
  if (!from) throw new Error(USAGE);
  const config = readConfig(process.env, '.');
  const started = performance.now();
  const lock = await lockEmbedded(config, ['eventStore', 'mongo', 's3']);
  const stores = new Stores(config.dataDir, config.backing);
  try {
    const auditKey = await restoredKey(config);
    if (await isProjectorRunning(stores)) throw new Error('The product is running on the servers. Stop it first.');
    const set = await openBackupSet(from, process.env, true);
    const restored = await restore(set, stores, auditKey, { name, acceptAltered }, showProgress(process.stderr));
    await set.close();
    await stores.close();
    console.log(`\nRestored ${restored.name} in ${secondsSince(started)} s`);
    if (!printMigration(restored.result)) process.exitCode = 1;

    const verification = performance.now();
    const findings = await verifyRestored(config, auditKey, restored.manifest);
    for (const finding of findings) console.log(printedFinding(finding));
    console.log(`Verified in ${secondsSince(verification)} s: ${findings.length || 'no'} findings`);
    process.exitCode ||= exitCode(findings);
  } finally {
    await stores.close();
    lock.release();
  }
}

function secondsSince(started: number): string {
  return ((performance.now() - started) / 1000).toFixed(1);
}

runMain(main);
