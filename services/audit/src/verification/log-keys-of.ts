import { LogKeys } from '@outlay/transparency-log';
import type { KeyChangeFiles } from '../log/key-change-files.js';
import { LogKeyring, type AuditSecrets } from '../log/log-keyring.js';
import { CannotVerify } from './log-check.js';

/**
 * The keys that verify a log, by one of them that is trusted: the secret of the installation, or a public key.
 * @throws CannotVerify if the changes of keys are damaged, or do not lead to it
 */
export async function logKeysOf(
  changes: Pick<KeyChangeFiles, 'all'>,
  trusted: AuditSecrets | { readonly publicKey: string },
): Promise<LogKeys> {
  try {
    if ('publicKey' in trusted) return LogKeys.of(trusted.publicKey, await changes.all());
    return await (await LogKeyring.open(changes, trusted)).read();
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new CannotVerify(`The changes of its keys cannot be followed: ${error.message}.`, { cause: error });
  }
}
