import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AuditFinding, Config, Stores } from '@outlay/composition';
import { logKeysOf } from '@outlay/audit';
import { systemClock } from '@outlay/time';
import { auditFindings } from '../audit/audit.js';
import { KEY_CHANGES } from '../backup/log-files.js';
import { UnusableBackup, type BackupSet, type Manifest } from '../backup/backup-set.js';
import { migrateInstallation, type MigrationResult } from '../migrate/migrate-installation.js';
import type { OnProgress } from '../migrate/migration.js';
import type { Source } from '../migrate/source.js';
import { MigrationTarget } from '../migrate/target.js';
import { sourceOfBackup } from './backup-source.js';
import { checkBackup } from './check-backup.js';

export interface RestoreOptions {
  /** The name of a backup; null for the latest one. */
  readonly name: string | null;
  readonly acceptAltered: boolean;
}

interface Restored {
  readonly name: string;
  readonly manifest: Manifest;
  readonly result: MigrationResult;
}

/**
 * Restores into empty stores, after everything was checked. Can be repeated after an interruption.
 * @throws UnusableBackup that names what is wrong; MigrationRejected if the stores have other data
 */
export async function restore(
  set: BackupSet,
  stores: Stores,
  auditKey: string,
  { name, acceptAltered }: RestoreOptions,
  onProgress: OnProgress,
): Promise<Restored> {
  const chosen = name ?? (await set.names()).at(-1);
  if (chosen === undefined) throw new UnusableBackup('There is no complete backup.');
  const manifest = await set.read(chosen);
  await MigrationTarget.check(stores, systemClock);
  const source = await sourceOfBackup(set, manifest);
  const keys = await logKeysOf({ all: () => keyChangesIn(source) }, { auditKey });
  await checkBackup(source, manifest, keys, acceptAltered, onProgress);
  return { name: chosen, manifest, result: await migrateInstallation(source, stores, systemClock, onProgress) };
}

async function keyChangesIn(source: Source): Promise<string[]> {
  const notes: string[] = [];
  for (const key of await source.fileKeys()) {
    if (!key.startsWith(KEY_CHANGES)) continue;
    const parts: Buffer[] = [];
    for await (const part of source.content(key)) parts.push(part);
    notes.push(Buffer.concat(parts).toString());
  }
  return notes;
}

/** The findings of a verification, also against the checkpoint of the backup. */
export async function verifyRestored(
  config: Pick<Config, 'dataDir' | 'backing'>,
  auditKey: string,
  { checkpoint }: Manifest,
): Promise<AuditFinding[]> {
  if (checkpoint === null) return auditFindings({ ...config, auditKey });
  const folder = await mkdtemp(join(tmpdir(), 'outlay-restore-'));
  try {
    const against = join(folder, 'checkpoint');
    await writeFile(against, checkpoint);
    return await auditFindings({ ...config, auditKey }, { against });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** @throws Error for the operator if there is none */
export async function restoredKey({ dataDir, auditKey }: Pick<Config, 'dataDir' | 'auditKey'>): Promise<string> {
  const file = join(dataDir, 'audit-key');
  if (auditKey !== null) return auditKey;
  if (existsSync(file)) return readFile(file, 'utf8');
  throw new Error(`There is no audit key. Set AUDIT_KEY, or put the file audit-key into ${dataDir}.`);
}
