import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';

/** Connects so that commands fail at once while Redis is down: callers must not wait for it. */
export function connectRedis(url: string, purpose: string, commandTimeout = 500): Redis {
  const redis = new Redis(url, { enableOfflineQueue: false, maxRetriesPerRequest: 1, commandTimeout });
  const logger = new Logger(purpose);
  let last = '';
  redis.on('error', ({ message }: Error) => {
    if (message !== last) logger.warn(message);
    last = message;
  });
  redis.on('ready', () => (last = ''));
  return redis;
}
