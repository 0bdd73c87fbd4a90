import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { privateKey } from '@outlay/transparency-log';
import type { Config } from './config.js';
import { isJwtSecret as isLongEnough } from './jwt-secret.js';

export type AuditKeySettings = Pick<Config, 'auditKey' | 'auditKeyFile'>;

/** The secret that was set, or null. @throws Error for the operator if the file cannot be read or is too short */
export async function configuredAuditKey({ auditKey, auditKeyFile }: AuditKeySettings): Promise<string | null> {
  if (auditKey !== null || auditKeyFile === null) return auditKey;
  const secret = await readFile(auditKeyFile, 'utf8');
  requireLength(secret, auditKeyFile);
  return secret;
}

/** @throws Error for the operator if anybody could guess the secret */
export function requireLength(secret: string, file: string): void {
  if (isLongEnough(secret)) return;
  throw new Error(
    `${file} holds fewer than 32 characters, so that anybody could sign checkpoints. Restore it from a backup.`,
  );
}

/** The private key that signs checkpoints; its name, which is the log's, tells installations apart. */
export function auditPrivateKey(secret: string): string {
  const derive = (use: string) => createHash('sha256').update(`outlay ${use}\n${secret.trim()}`).digest();
  return privateKey(`outlay-${derive('log name').toString('hex').slice(0, 12)}`, derive('checkpoint key'));
}
