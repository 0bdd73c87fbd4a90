import { OutlayError, type FrozenRate } from '@outlay/contracts';
import { isUnavailable } from '@outlay/documents';
import type { Clock } from '@outlay/runtime';
import type { LegSource } from './leg.js';
import { checkQuestion, rateMessages, resolveRate, type RateQuestion } from './rate.rules.js';

/** Answers what a currency was worth, from sources in order of preference. */
export class Rates {
  constructor(
    private readonly sources: readonly LegSource[],
    private readonly clock: Clock,
  ) {}

  /** Throws INVALID_INPUT, RATE_NOT_AVAILABLE, or SERVICE_UNAVAILABLE while the store of the legs is down. */
  async resolve(question: RateQuestion): Promise<FrozenRate> {
    const today = this.clock.now().toISOString().slice(0, 10);
    const checked = checkQuestion(question, today);
    try {
      return await resolveRate(checked, today, this.sources);
    } catch (error) {
      // Not answered from the next source: the rate of a day must not depend on whether a store was up.
      if (isUnavailable(error)) throw new OutlayError('SERVICE_UNAVAILABLE', rateMessages.unavailable);
      throw error;
    }
  }
}
