import { Redis, type RedisOptions } from 'ioredis';

const LONGEST_PAUSE_MS = 1000;

/** A Redis connection that always reconnects. Without its empty error listeners, ioredis would print each failure. */
export class RedisConnection extends Redis {
  private readonly copies: Redis[] = [];
  private problem: Error | null = null;

  /** @throws RangeError if the URL is not a Redis URL; its message does not contain the URL, which may hold a password */
  constructor(
    url: string,
    options: Pick<RedisOptions, 'enableOfflineQueue' | 'maxRetriesPerRequest' | 'commandTimeout'>,
  ) {
    if (!/^rediss?:$/.test(URL.parse(url)?.protocol ?? '')) {
      throw new RangeError('The URL of Redis must look like redis://user:password@host:6379/0 (rediss: for TLS)');
    }
    super(url, { ...options, retryStrategy: (times) => Math.min(50 * 2 ** times, LONGEST_PAUSE_MS) });
    this.on('error', (error: Error) => (this.problem = error));
    this.on('ready', () => (this.problem = null));
  }

  /** Why it is not connected; null while it is. */
  get lastProblem(): Error | null {
    return this.problem;
  }

  override duplicate(override?: Partial<RedisOptions>): Redis {
    const copy = super.duplicate(override);
    copy.on('error', () => undefined);
    this.copies.push(copy);
    return copy;
  }

  endAll(): void {
    for (const connection of [this, ...this.copies]) {
      // A connection waiting to reconnect never emits `end`; start the attempt so that disconnecting ends it.
      if (connection.status === 'reconnecting') connection.connect().catch(() => undefined);
      connection.disconnect();
    }
  }
}
