import type { IRateLimiterStoreOptions } from 'rate-limiter-flexible';

export interface RateLimit {
  readonly points: number;
  /** Length of the window, which starts with its first attempt. */
  readonly seconds: number;
}

/** docs/decisions/0007-rate-limits.md. `lookups` counts every call, the others count failures. */
export const RATE_LIMITS = {
  accountFromAddress: { points: 9, seconds: 5 * 60 },
  address: { points: 60, seconds: 5 * 60 },
  account: { points: 100, seconds: 60 * 60 },
  lookups: { points: 120, seconds: 60 },
} as const satisfies Record<string, RateLimit>;

export type LimitName = keyof typeof RATE_LIMITS;
export type RateLimits = Readonly<Record<LimitName, RateLimit>>;

export type CounterStore = NonNullable<IRateLimiterStoreOptions['storeClient']>;
