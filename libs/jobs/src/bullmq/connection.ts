import { Redis, type RedisOptions } from 'ioredis';

const LONGEST_PAUSE_MS = 1000;

/**
 * A connection to Redis that is made again for ever. Its troubles are told by the calls that fail and by readiness; that
 * somebody listens for them keeps them from being printed.
 */
export class RedisConnection extends Redis {
  private readonly copies: Redis[] = [];

  /** Throws `RangeError` for what is no URL of a Redis, without naming it: it may hold a password. */
  constructor(
    url: string,
    options: Pick<RedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>,
  ) {
    if (!/^rediss?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new RangeError('The URL of Redis must look like redis://user:password@host:6379/0 (rediss: for TLS)');
    }
    super(url, { ...options, retryStrategy: (times) => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS) });
    this.on('error', () => undefined);
  }

  /** BullMQ makes itself a second connection for what blocks. */
  override duplicate(override?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(override);
    copy.on('error', () => undefined);
    this.copies.push(copy);
    return copy;
  }

  /** Ends this connection and its copies at once; whatever waits for an answer is refused. */
  endAll(): void {
    for (const connection of [this, ...this.copies]) {
      // One that waits for its next attempt would never say that it has ended: it is let try, and stopped at it.
      if (connection.status === 'reconnecting') connection.connect().catch(() => undefined);
      connection.disconnect();
    }
  }
}
