import type { Clock } from '@outlay/time';
import { inProcessMessaging } from './in-process/in-process.messaging.js';
import type { Messaging } from './messaging.js';

export interface MessagingOptions {
  /**
   * NATS servers, by commas: `nats://user:password@host:4222` or `nats://token@host:4222`, `tls://` to encrypt. In the
   * process itself where it is not given.
   */
  readonly url?: string | null;
  /** Signs what travels over NATS, at least 32 characters; the same in every process. */
  readonly signingKey?: string | null;
  /** A NATS credentials file (JWT and seed), instead of a user in the URL. */
  readonly credentialsFile?: string | null;
  /** What the NATS server lists this process as. */
  readonly name?: string;
  /** How long a caller waits for a reply; 5 s where left out. */
  readonly timeoutMs?: number;
  /** Dates signatures. */
  readonly clock?: Clock;
}

/**
 * Opens the transport the options ask for. It opens with NATS down too: calls are then refused with
 * SERVICE_UNAVAILABLE at once, and served as soon as NATS is there. Throws where the options cannot be used.
 */
export async function openMessaging({ url, timeoutMs, ...options }: MessagingOptions): Promise<Messaging> {
  if (!url) return inProcessMessaging({ timeoutMs });
  // Loaded where it is asked for, so that the standalone product starts without it.
  const { openNatsMessaging } = await import('./nats/nats.messaging.js');
  return openNatsMessaging({ url, timeoutMs, ...options });
}
