import type { FrozenRate } from '@outlay/contracts';
import type { Clock } from '@outlay/runtime';
import type { LegSource } from './leg.js';
import { checkQuestion, resolveRate, type RateQuestion } from './rate.rules.js';

/** Answers what a currency was worth, from sources in order of preference. */
export class Rates {
  constructor(
    private readonly sources: readonly LegSource[],
    private readonly clock: Clock,
  ) {}

  /** Throws INVALID_INPUT or RATE_NOT_AVAILABLE. */
  async resolve(question: RateQuestion): Promise<FrozenRate> {
    const today = this.clock.now().toISOString().slice(0, 10);
    return resolveRate(checkQuestion(question, today), today, this.sources);
  }
}
