import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isLongSecret, secretFile } from '@outlay/composition';
import type { IdSource } from '@outlay/time';

/** Generated once and kept in the data folder. @throws Error for the operator if its content is too short */
export function installationSecret(dataDir: string, ids: IdSource): Promise<string> {
  return longSecret(
    join(dataDir, 'secret'),
    ids,
    'sign in. Restore it from a backup, or delete it: a new one is then made, and everybody signs in again.',
  );
}

/** Generated once and kept in the data folder. @throws Error for the operator if its content is too short */
export function installationAuditKey(dataDir: string, ids: IdSource): Promise<string> {
  return longSecret(join(dataDir, 'audit-key'), ids, 'sign checkpoints. Restore it from a backup.');
}

/** The earlier key, in the file that an operator renamed; null without one. */
export async function previousAuditKeyOf(dataDir: string): Promise<string | null> {
  const file = join(dataDir, 'audit-key-previous');
  return existsSync(file) ? readFile(file, 'utf8') : null;
}

async function longSecret(file: string, ids: IdSource, whatElse: string): Promise<string> {
  const secret = await secretFile(file, ids);
  if (isLongSecret(secret)) return secret;
  throw new Error(`${file} holds fewer than 32 characters, so that anybody could ${whatElse}`);
}
