import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';
import type { CounterStore, LimitName, RateLimits } from '../ports/rate-limits.js';

/**
 * Counts in Redis if there is a store, so that all gateways share one count, otherwise in this process. While Redis is
 * unreachable each gateway counts for itself, so that nobody is rejected because of an outage.
 */
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
