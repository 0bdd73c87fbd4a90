import { createHash } from 'node:crypto';
import { privateKey } from '@outlay/transparency-log';

/** The private key that signs checkpoints; its name, which is the log's, tells installations apart. */
export function auditPrivateKey(secret: string): string {
  const derive = (use: string) => createHash('sha256').update(`outlay ${use}\n${secret.trim()}`).digest();
  return privateKey(`outlay-${derive('log name').toString('hex').slice(0, 12)}`, derive('checkpoint key'));
}
