import { join } from 'node:path';
import { auditKeyOf, isLongSecret, secretFile, type AuditKeySettings } from '@outlay/composition';
import type { IdSource } from '@outlay/ids';

/** @throws Error for the operator if the file's content is too short to sign sessions */
export async function installationSecret(dataDir: string, ids: IdSource): Promise<string> {
  const file = join(dataDir, 'secret');
  const secret = await secretFile(file, ids);
  if (isLongSecret(secret)) return secret;
  throw new Error(
    `${file} holds fewer than 32 characters, so that anybody could sign in. Restore it from a backup, ` +
      'or delete it: a new one is then made, and everybody signs in again.',
  );
}

/** By default generated once and kept in the data folder. @throws Error for the operator if it cannot be used */
export function installationAuditKey(
  settings: Partial<AuditKeySettings> & { readonly dataDir: string },
  ids: IdSource,
): Promise<string> {
  const { dataDir, auditKey = null, auditKeyFile = null } = settings;
  if (auditKeyFile !== null) return auditKeyOf({ auditKey, auditKeyFile });
  return auditKeyOf({ auditKey, auditKeyFile: join(dataDir, 'audit-key') }, (file) => secretFile(file, ids));
}
