import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  EMBEDDED,
  openReadOnlyStores,
  verifyInstallation,
  type AuditFinding,
  type Config,
  type InstallationProgress,
  type InstallationVerification,
} from '@outlay/composition';
import { allFindings, LogFiles, logKeysOf, type AuditSecrets } from '@outlay/audit';
import { readKeptCheckpoint } from './kept-checkpoint.js';
import type { LogKeys } from '@outlay/transparency-log';

type AuditedInstallation = Pick<Config, 'dataDir'> & Partial<Pick<Config, 'backing' | 'auditKey'>>;

export interface AuditOptions {
  /** A file with a checkpoint that somebody kept. */
  readonly against?: string | null;
  /** A public key of the log, by default that of the installation. */
  readonly key?: string | null;
  /** Whether the read models are compared as well; true by default. */
  readonly readModels?: boolean;
}

/** A verification of an installation, which it only reads. @throws Error for the operator */
export async function audit(
  { dataDir, backing = EMBEDDED, auditKey = null }: AuditedInstallation,
  { key = null, against = null, readModels = true }: AuditOptions = {},
  onProgress?: (verified: InstallationProgress) => void,
): Promise<InstallationVerification> {
  const stores = openReadOnlyStores(dataDir, backing);
  const trusted = key === null ? await installationSecret(dataDir, auditKey) : { publicKey: key };
  const keys = trusted && (await logKeysOf(new LogFiles(await stores.blobs()).keyChanges, trusted));
  const kept = against === null ? null : await readKeptCheckpoint(against, requireKey(keys));
  return verifyInstallation(stores, { keys, kept, readModels }, onProgress);
}

/** All findings at once. */
export async function auditFindings(...args: Parameters<typeof audit>): Promise<AuditFinding[]> {
  return allFindings(await audit(...args));
}

function requireKey(keys: LogKeys | null): LogKeys {
  if (keys) return keys;
  throw new Error('The checkpoint cannot be verified without a key. Set AUDIT_KEY, or pass --key.');
}

/** The secret of AUDIT_KEY, or of the file in the data folder. Null if there is neither. */
async function installationSecret(dataDir: string, auditKey: string | null): Promise<AuditSecrets | null> {
  const file = join(dataDir, 'audit-key');
  if (auditKey === null && !existsSync(file)) return null;
  return { auditKey: auditKey ?? (await readFile(file, 'utf8')) };
}
