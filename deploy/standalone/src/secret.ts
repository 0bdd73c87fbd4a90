import { join } from 'node:path';
import { configuredAuditKey, isJwtSecret, requireLength, secretFile, type AuditKeySettings } from '@outlay/composition';
import type { IdSource } from '@outlay/ids';

/** @throws Error for the operator if the file's content is too short to sign sessions */
export async function installationSecret(dataDir: string, ids: IdSource): Promise<string> {
  const file = join(dataDir, 'secret');
  const secret = await secretFile(file, ids);
  if (isJwtSecret(secret)) return secret;
  throw new Error(
    `${file} holds fewer than 32 characters, so that anybody could sign in. Restore it from a backup, ` +
      'or delete it: a new one is then made, and everybody signs in again.',
  );
}

/** @throws Error for the operator if the key is too short to sign checkpoints, or its file cannot be read */
export async function installationAuditKey(
  settings: Partial<AuditKeySettings> & { readonly dataDir: string },
  ids: IdSource,
): Promise<string> {
  const { dataDir, auditKey = null, auditKeyFile = null } = settings;
  const configured = await configuredAuditKey({ auditKey, auditKeyFile });
  if (configured !== null) return configured;
  const file = join(dataDir, 'audit-key');
  const secret = await secretFile(file, ids);
  requireLength(secret, file);
  return secret;
}
