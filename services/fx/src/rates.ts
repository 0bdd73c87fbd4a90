import { Inject, Injectable } from '@nestjs/common';
import { OutlayError, type FrozenRate } from '@outlay/contracts';
import { isUnavailable } from '@outlay/documents';
import { isoDayOf } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import { LEG_SOURCES, type LegSource } from './leg.js';
import { CLOCK } from './ports.js';
import { Refresher } from './refresh/refresher.js';
import { parseRateQuery, rateMessages, resolveRate, type RateQuery } from './rate.rules.js';

@Injectable()
export class Rates {
  constructor(
    @Inject(LEG_SOURCES) private readonly sources: readonly LegSource[],
    @Inject(Refresher) private readonly live: Pick<Refresher, 'prepare'>,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  async resolve(query: RateQuery): Promise<FrozenRate> {
    const today = isoDayOf(this.clock.now());
    const parsed = parseRateQuery(query, today);
    let isDown = false;
    try {
      if (parsed.from !== parsed.to) ({ isDown } = await this.live.prepare([parsed.from, parsed.to], parsed.date));
      return await resolveRate(parsed, today, this.sources);
    } catch (error) {
      const isMissing = error instanceof OutlayError && error.code === 'RATE_NOT_AVAILABLE';
      if (isMissing && isDown) throw new OutlayError('SERVICE_UNAVAILABLE', rateMessages.unavailable);
      // No fallback to the next source: the rate of a day must not depend on the availability of a store.
      if (isUnavailable(error)) throw new OutlayError('SERVICE_UNAVAILABLE', rateMessages.unavailable);
      throw error;
    }
  }
}
