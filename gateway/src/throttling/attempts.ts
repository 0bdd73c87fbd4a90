import { Inject, Injectable } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports/gateway-ports.js';
import { RATE_LIMITS, type LimitName } from '../ports/rate-limits.js';
import { createLimiters } from './limiters.js';

export type Counter = readonly [limit: LimitName, key: string];

export class TooManyAttempts extends OutlayError {
  constructor(readonly retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${formatDuration(retryAfterSeconds)}.`);
  }
}

/** Counts attempts before their outcome is known, so that parallel attempts are limited like sequential ones. */
@Injectable()
export class Attempts {
  private readonly limiters: ReturnType<typeof createLimiters>;

  constructor(@Inject(GATEWAY_PORTS) ports: GatewayPorts) {
    this.limiters = createLimiters(ports.rateLimits ?? RATE_LIMITS, ports.counters ?? null);
  }

  /** Returns a function that undoes the count. If a limit is reached, nothing is counted. */
  async count(counters: readonly Counter[]): Promise<() => Promise<void>> {
    const counted: Counter[] = [];
    const undo = async () => {
      await Promise.all(counted.map(([limit, key]) => this.limiters[limit].reward(key)));
    };
    for (const [limit, key] of counters) {
      counted.push([limit, key]);
      try {
        await this.limiters[limit].consume(key);
      } catch (rejection) {
        // A rejected client would otherwise use up what the account's owner has left elsewhere.
        await undo();
        if (!(rejection instanceof RateLimiterRes)) throw rejection;
        throw new TooManyAttempts(Math.max(1, Math.ceil(rejection.msBeforeNext / 1000)));
      }
    }
    return undo;
  }
}

function formatDuration(seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
