import { Logger } from '@nestjs/common';
import { setTimeout } from 'node:timers/promises';
import type { Stores } from './stores.js';
import { UnusableStores } from './unusable-stores.js';

const RETRY_MS = 1_000;

interface Retried<Started> {
  /** Leaves nothing running behind when it fails. */
  readonly start: () => Promise<Started>;
  readonly stores: Pick<Stores, 'forgetModels' | 'missingServers'>;
  readonly stopping?: AbortSignal;
}

/**
 * Tries again until the servers can be used. Returns null when the process stops first.
 * @throws UnusableStores and RangeError, for a setting that cannot be used, at once
 */
export async function startWithRetries<Started>({
  start,
  stores,
  stopping = new AbortController().signal,
}: Retried<Started>): Promise<Started | null> {
  const logger = new Logger('Start');
  let last = '';
  while (!stopping.aborted) {
    try {
      return await start();
    } catch (error) {
      if (error instanceof UnusableStores || error instanceof RangeError) throw error;
      stores.forgetModels();
      const reason = error instanceof Error ? error.message : String(error);
      // A server that cannot be used is in the log already, with its setting and why.
      if (reason !== last && stores.missingServers().length === 0) logger.warn(`Not started yet: ${reason}`);
      last = reason;
    }
    await setTimeout(RETRY_MS, undefined, { signal: stopping }).catch(() => undefined);
  }
  return null;
}
