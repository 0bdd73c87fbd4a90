import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import { SourceFailure } from './fetch-text.js';
import type { RateSource } from './rate-source.js';

const FAILURES = 3;
const OPEN_MS = 60_000;

/** Skips a source for a minute after three consecutive failures, so that no query waits for it. */
export function withCircuitBreaker(source: RateSource): RateSource {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: OPEN_MS,
    breaker: new ConsecutiveBreaker(FAILURES),
  });
  return {
    name: source.name,
    label: source.label,
    currencies: source.currencies,
    firstDay: (today) => source.firstDay(today),
    expectedDay: (now) => source.expectedDay(now),
    fetch: (period, signal) =>
      breaker
        .execute(() => source.fetch(period, signal))
        .catch((error: unknown) => {
          if (!(error instanceof BrokenCircuitError)) throw error;
          throw new SourceFailure(`is skipped after ${FAILURES} consecutive failures`);
        }),
  };
}
