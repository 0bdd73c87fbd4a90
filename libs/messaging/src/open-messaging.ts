import type { Clock } from '@outlay/time';
import { inProcessMessaging } from './in-process/in-process.messaging.js';
import type { Messaging } from './messaging.js';

export interface MessagingOptions {
  /**
   * NATS servers, separated by commas: `nats://user:password@host:4222` or `nats://token@host:4222`, `tls://` to
   * encrypt. Without a URL, messages stay within the process.
   */
  readonly url?: string | null;
  /** Signs messages over NATS; at least 32 characters, the same in every process. */
  readonly signingKey?: string | null;
  /** A NATS credentials file (JWT and seed), instead of a user in the URL. */
  readonly credentialsFile?: string | null;
  /** The client name shown by the NATS server. */
  readonly name?: string;
  /** How long a caller waits for a reply; 5 s by default. */
  readonly timeoutMs?: number;
  /** The time of signatures. */
  readonly clock?: Clock;
  /** How often the NATS connection is checked; 2 s by default. */
  readonly pingIntervalMs?: number;
}

/**
 * Opens the transport that the options select. It opens while NATS is down, too: calls then fail with
 * SERVICE_UNAVAILABLE at once, until NATS is back.
 * @throws Error if the URL, the key or the credentials file is invalid
 */
export async function openMessaging({ url, timeoutMs, ...options }: MessagingOptions): Promise<Messaging> {
  if (!url) return inProcessMessaging({ timeoutMs });
  // Loaded on demand, so that the standalone product starts without it.
  const { openNatsMessaging } = await import('./nats/nats.messaging.js');
  return openNatsMessaging({ url, timeoutMs, ...options });
}
