import { systemClock, systemIds } from '@outlay/time';
import { MessageClient, REQUEST_TIMEOUT_MS } from '../message-client.js';
import type { Messaging, MessagingOptions } from '../messaging.js';
import { connectionOptions } from './connection-options.js';
import { Handshake } from './handshake.js';
import { MessageSeal } from './message-seal.js';
import { NatsLink } from './nats-link.js';
import { NatsClient } from './nats.client.js';
import { NatsServer } from './nats.server.js';
import { ReceivedOnce } from './received-once.js';

export async function openNatsMessaging({
  url,
  secretKey,
  acceptedKey,
  timeoutMs = REQUEST_TIMEOUT_MS,
  clock = systemClock,
  received = null,
  ...options
}: MessagingOptions & { url: string }): Promise<Messaging> {
  const seal = new MessageSeal(secretKey ?? '', clock, acceptedKey);
  const link = await NatsLink.open(connectionOptions(url, options));
  const handshake = new Handshake(link, seal);
  return {
    client: new MessageClient(new NatsClient(link, seal, timeoutMs, systemIds, options.inboxPrefix), timeoutMs),
    server: (service) => new NatsServer(link, service, seal, new ReceivedOnce(clock, received)),
    isReady: async () => (await link.flush()) && handshake.isAccepted(),
    close: () => link.close(),
  };
}
