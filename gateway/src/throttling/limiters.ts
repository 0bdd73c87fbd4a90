import { RateLimiterMemory, type RateLimiterAbstract } from 'rate-limiter-flexible';

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

/** The one place that chooses where attempts are counted: in this process, which is all there is of the gateway. */
export function createLimiters(limits: RateLimits): Readonly<Record<LimitName, RateLimiterAbstract>> {
  const create = (keyPrefix: LimitName) => {
    const { points, seconds } = limits[keyPrefix];
    return new RateLimiterMemory({ keyPrefix, points, duration: seconds });
  };
  return {
    accountFromAddress: create('accountFromAddress'),
    address: create('address'),
    account: create('account'),
    lookups: create('lookups'),
  };
}
