import { inProcessMessaging } from './in-process/in-process.messaging.js';
import type { Messaging, MessagingOptions } from './messaging.js';

/**
 * Opens while NATS is down, too: calls then fail with SERVICE_UNAVAILABLE at once, until NATS is back.
 * @throws Error if the URL, the key or the credentials file is invalid
 */
export async function openMessaging({ url, timeoutMs, ...options }: MessagingOptions): Promise<Messaging> {
  if (!url) return inProcessMessaging({ timeoutMs });
  // Loaded on demand, so that the standalone product starts without it.
  const { openNatsMessaging } = await import('./nats/nats.messaging.js');
  return openNatsMessaging({ url, timeoutMs, ...options });
}
