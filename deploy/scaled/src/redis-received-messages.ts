import type { ReceivedMessages } from '@outlay/messaging';
import { connectRedis } from './redis.js';

/** Every message that changes something waits for the answer. */
const TIMEOUT_MS = 250;

export interface RedisReceivedMessages extends ReceivedMessages {
  close(): void;
}

/** Without Redis, each instance refuses only what it has received itself: claims are accepted while Redis is down. */
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
