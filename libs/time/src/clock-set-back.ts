/** How far apart the clocks of processes that share a store may be. */
const CLOCK_SKEW_MS = 60_000;

/**
 * The latest time that can have been stored `longestMs` milliseconds ahead. A later one was stored before the clock was
 * set back, so it counts as past.
 */
export function latestPossible(now: number, longestMs: number): number {
  return now + longestMs + CLOCK_SKEW_MS;
}
