import { BrokenCircuitError, circuitBreaker, ConsecutiveBreaker, handleAll } from 'cockatiel';
import { SourceFailure } from './fetch-text.js';
import type { RateSource } from './rate-source.js';

const BREAK_AFTER = 3;
const LEFT_ALONE_MS = 60_000;

/** A source that is left alone for a minute after failing three times in a row, so that nobody waits for it. */
export function guarded(source: RateSource): RateSource {
  const breaker = circuitBreaker(handleAll, {
    halfOpenAfter: LEFT_ALONE_MS,
    breaker: new ConsecutiveBreaker(BREAK_AFTER),
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
          throw new SourceFailure(`is left alone after failing ${BREAK_AFTER} times`);
        }),
  };
}
