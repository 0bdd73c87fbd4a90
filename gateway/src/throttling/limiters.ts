import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { CounterStore, LimitName, RateLimits } from '../ports/rate-limits.js';

/** While Redis is unreachable each gateway counts for itself, so that an outage rejects nobody. */
export function createLimiters(
  limits: RateLimits,
  store: CounterStore | null,
): Readonly<Record<LimitName, RateLimiterAbstract>> {
  const create = (name: LimitName) => {
    const { points, seconds } = limits[name];
    const options = { keyPrefix: `limit-${name}`, points, duration: seconds };
    const local = new RateLimiterMemory(options);
    return store ? new RateLimiterRedis({ ...options, storeClient: store, insuranceLimiter: local }) : local;
  };
  return {
    accountFromAddress: create('accountFromAddress'),
    address: create('address'),
    account: create('account'),
    lookups: create('lookups'),
  };
}
