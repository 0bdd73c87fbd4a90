import {
  RateLimiterMemory,
  RateLimiterRedis,
  type IRateLimiterStoreOptions,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

export interface RateLimit {
  /** How many within the window. */
  readonly points: number;
  /** The window, from the first of them on. */
  readonly seconds: number;
}

/** What is limited, and how (docs/decisions/0007-rate-limits.md). The first three count failures, the last every call. */
export const RATE_LIMITS = {
  accountFromAddress: { points: 9, seconds: 5 * 60 },
  address: { points: 60, seconds: 5 * 60 },
  account: { points: 100, seconds: 60 * 60 },
  lookups: { points: 120, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;
export type RateLimits = Readonly<Record<LimitName, RateLimit>>;

/** A connection to Redis, as ioredis has it. */
export type CounterStore = NonNullable<IRateLimiterStoreOptions['storeClient']>;

/**
 * The one place that chooses where attempts are counted: in Redis, so that every gateway counts the same, or in this
 * process where it is the only one. While Redis is away each counts by itself, which refuses no one in vain.
 */
export function createLimiters(
  limits: RateLimits,
  store: CounterStore | null,
): Readonly<Record<LimitName, RateLimiterAbstract>> {
  const create = (name: LimitName) => {
    const { points, seconds } = limits[name];
    const options = { keyPrefix: `limit-${name}`, points, duration: seconds };
    const here = new RateLimiterMemory(options);
    return store ? new RateLimiterRedis({ ...options, storeClient: store, insuranceLimiter: here }) : here;
  };
  return {
    accountFromAddress: create('accountFromAddress'),
    address: create('address'),
    account: create('account'),
    lookups: create('lookups'),
  };
}
