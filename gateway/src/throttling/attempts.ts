import { Inject, Injectable } from '@nestjs/common';
import { OutlayError } from '@outlay/contracts';
import { RateLimiterRes } from 'rate-limiter-flexible';
import { GATEWAY_PORTS, type GatewayPorts } from '../ports.js';
import { createLimiters, RATE_LIMITS, type LimitName } from './limiters.js';

/** Under which limit something counts, and as whose. */
export type Count = readonly [limit: LimitName, key: string];

/** An attempt refused for coming too often. */
export class TooManyAttempts extends OutlayError {
  constructor(readonly retryAfterSeconds: number) {
    super('TOO_MANY_REQUESTS', `Too many attempts. Please try again in ${inWords(retryAfterSeconds)}.`);
  }
}

/** Counts attempts before their outcome is known, so that a hundred at once are no cheaper than one after another. */
@Injectable()
export class Attempts {
  private readonly limiters: ReturnType<typeof createLimiters>;

  constructor(@Inject(GATEWAY_PORTS) ports: GatewayPorts) {
    this.limiters = createLimiters(ports.rateLimits ?? RATE_LIMITS, ports.counters ?? null);
  }

  /** Counts an attempt under every limit, and answers how to take it back. TooManyAttempts, which counts nowhere. */
  async begin(counts: readonly Count[]): Promise<() => Promise<void>> {
    const counted: Count[] = [];
    const takeBack = async () => {
      await Promise.all(counted.map(([limit, key]) => this.limiters[limit].reward(key)));
    };
    for (const [limit, key] of counts) {
      counted.push([limit, key]);
      try {
        await this.limiters[limit].consume(key);
      } catch (refusal) {
        // Else whoever is refused here could go on using up what the account's owner has left elsewhere.
        await takeBack();
        if (!(refusal instanceof RateLimiterRes)) throw refusal;
        throw new TooManyAttempts(Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)));
      }
    }
    return takeBack;
  }
}

function inWords(seconds: number): string {
  const [count, unit] = seconds > 90 ? [Math.ceil(seconds / 60), 'minute'] : [seconds, 'second'];
  return `${count} ${unit}${count === 1 ? '' : 's'}`;
}
