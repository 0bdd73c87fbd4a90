import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { privateKey } from '@outlay/transparency-log';
import type { Config } from './config.js';
import { isLongSecret } from './secret-length.js';

export type AuditKeySettings = Pick<Config, 'auditKey' | 'auditKeyFile'>;

/**
 * @param read of the file, which may make it first
 * @throws Error for the operator if neither is set, or the file cannot be read or is too short
 */
export async function auditKeyOf(
  { auditKey, auditKeyFile }: AuditKeySettings,
  read: (file: string) => Promise<string> = (file) => readFile(file, 'utf8'),
): Promise<string> {
  if (auditKey !== null) return auditKey;
  if (auditKeyFile === null) {
    throw new Error('AUDIT_KEY or AUDIT_KEY_FILE is needed, the same for every instance: at least 32 characters.');
  }
  const secret = await read(auditKeyFile);
  if (isLongSecret(secret)) return secret;
  throw new Error(
    `${auditKeyFile} holds fewer than 32 characters, so that anybody could sign checkpoints. Restore it from a backup.`,
  );
}

/** The private key that signs checkpoints; its name, which is the log's, tells installations apart. */
export function auditPrivateKey(secret: string): string {
  const derive = (use: string) => createHash('sha256').update(`outlay ${use}\n${secret.trim()}`).digest();
  return privateKey(`outlay-${derive('log name').toString('hex').slice(0, 12)}`, derive('checkpoint key'));
}
