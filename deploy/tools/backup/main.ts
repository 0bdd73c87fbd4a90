import { openReadOnlyStores, readConfig, runMain } from '@outlay/composition';
import { systemClock } from '@outlay/time';
import { parseArgs } from 'node:util';
import { showProgress } from '../migrate/progress.js';
import { openBackupSet } from './backup-place.js';
import { sizeOf } from './log-files.js';
import { takeBackup } from './take-backup.js';

const USAGE = 'npm run backup -- --to <folder, or s3://bucket/prefix>';

/** `npm run backup` backs up the installation in `DATA_DIR` or on the configured servers, which may be running. */
async function main(): Promise<void> {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values;
  if (!to) throw new Error(USAGE);
  const { dataDir, backing, auditKey } = readConfig(process.env, '.');
  const stores = openReadOnlyStores(dataDir, backing);
  try {
    const set = await openBackupSet(to, process.env);
    const started = performance.now();
    const { name, manifest, missing } = await takeBackup(stores, set, systemClock, showProgress(process.stderr));
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    const { events, checkpoint, files } = manifest;
    const { objects, bytes } = set.added;
    await set.close();
    const number = (value: number) => value.toLocaleString('en');
    console.log(`\n${name}
${number(events.count)} events, ${number(files.count)} files of ${megabytes(files.bytes)}; checkpoint of ${number(checkpoint === null ? 0 : sizeOf(checkpoint))} events
${megabytes(bytes)} in ${number(objects)} objects were new; ${seconds} s
Keep ${auditKey === null ? `${dataDir}/audit-key` : 'AUDIT_KEY'} and JWT_SECRET elsewhere: they are not in the backup.`);
    for (const path of missing) console.error(`The log lacks ${path}: npm run audit -- verify`);
    if (missing.length > 0) process.exitCode = 1;
  } finally {
    await stores.close();
  }
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(1)} MB`;
}

runMain(main);
