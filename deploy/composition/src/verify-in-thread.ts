import type { AuditSecrets, VerificationMessage, VerifyInstallation } from '@outlay/audit';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { BackingUrls } from './config.js';

const ENTRY = new URL(`./verification-thread${extname(import.meta.filename)}`, import.meta.url);

export interface ThreadRequest {
  readonly dataDir: string;
  readonly backing: BackingUrls;
  readonly secrets: AuditSecrets;
}

export type ThreadMessage =
  VerificationMessage | { readonly ended: true } | { readonly failure: string; readonly cannotVerify: boolean };

/** Verifies in a thread with connections of its own, without holding up the process. */
export function verifyInThread(request: ThreadRequest): VerifyInstallation {
  return async (post, stopping) => {
    const { CannotVerify } = await import('@outlay/audit');
    stopping.throwIfAborted();
    const worker = new Worker(ENTRY, { workerData: request });
    const stop = () => void worker.terminate();
    stopping.addEventListener('abort', stop, { once: true });
    try {
      await new Promise<void>((resolve, reject) => {
        worker.on('message', (message: ThreadMessage) => {
          if ('ended' in message) resolve();
          else if ('failure' in message)
            reject(message.cannotVerify ? new CannotVerify(message.failure) : new Error(message.failure));
          else post(message);
        });
        worker.on('error', reject);
        worker.on('exit', () => reject(new Error('The thread has ended')));
      });
    } finally {
      stopping.removeEventListener('abort', stop);
      await worker.terminate();
    }
  };
}
