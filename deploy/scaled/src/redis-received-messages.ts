import type { ReceivedMessages } from '@outlay/messaging';
import { connectRedis } from './redis.js';

/** Every message that changes something waits for the answer. */
const TIMEOUT_MS = 250;

export interface RedisReceivedMessages extends ReceivedMessages {
  close(): void;
}

/** Remembers messages in Redis. While it is down, instances refuse only copies that they received themselves. */
export function redisReceivedMessages(url: string): RedisReceivedMessages {
  const redis = connectRedis(url, 'Received messages', TIMEOUT_MS);
  return {
    isFirst: (id, keptMs) =>
      redis.set(`outlay:received:${id}`, '', 'PX', keptMs, 'NX').then(
        (reply) => reply === 'OK',
        () => true,
      ),
    close: () => redis.disconnect(),
  };
}
