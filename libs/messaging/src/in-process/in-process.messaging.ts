import { MessageClient } from '../message-client.js';
import type { Messaging } from '../messaging.js';
import { InProcessClient } from './in-process.client.js';
import { InProcessServer } from './in-process.server.js';
import { MessageHub } from './message-hub.js';

export function inProcessMessaging({
  hub = new MessageHub(),
  timeoutMs,
}: { hub?: MessageHub; timeoutMs?: number } = {}): Messaging {
  const client = new MessageClient(new InProcessClient(hub), timeoutMs);
  return {
    client,
    server: () => new InProcessServer(hub),
    isReady: async () => true,
    close: async () => undefined,
  };
}
