import { OutlayError, type FrozenRate } from '@outlay/contracts';
import { isUnavailable } from '@outlay/documents';
import { isoDayOf } from '@outlay/rules';
import type { Clock } from '@outlay/time';
import type { LegSource } from './leg.js';
import type { Refresher } from './refresh/refresher.js';
import { checkQuestion, rateMessages, resolveRate, type RateQuestion } from './rate.rules.js';

/** Answers what a currency was worth, from sources in order of preference. */
export class Rates {
  constructor(
    private readonly sources: readonly LegSource[],
    private readonly live: Pick<Refresher, 'prepare'>,
    private readonly clock: Clock,
  ) {}

  /**
   * Throws INVALID_INPUT; RATE_NOT_AVAILABLE; SERVICE_UNAVAILABLE while the store of the legs is down, or where there is
   * no rate and its source is down.
   */
  async resolve(question: RateQuestion): Promise<FrozenRate> {
    const today = isoDayOf(this.clock.now());
    const checked = checkQuestion(question, today);
    let isDown = false;
    try {
      if (checked.from !== checked.to) ({ isDown } = await this.live.prepare([checked.from, checked.to], checked.date));
      return await resolveRate(checked, today, this.sources);
    } catch (error) {
      const isMissing = error instanceof OutlayError && error.code === 'RATE_NOT_AVAILABLE';
      if (isMissing && isDown) throw new OutlayError('SERVICE_UNAVAILABLE', rateMessages.unavailable);
      // Not answered from the next source: the rate of a day must not depend on whether a store was up.
      if (isUnavailable(error)) throw new OutlayError('SERVICE_UNAVAILABLE', rateMessages.unavailable);
      throw error;
    }
  }
}
