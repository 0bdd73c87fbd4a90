import { madeProgress } from '@outlay/time';
import { setImmediate } from 'node:timers/promises';

/** Enough to share commits; the embedded stores take a few milliseconds for ten. */
const TOGETHER = 10;

/** As `Promise.all`, but serves others in between: embedded stores reply at once, so that nothing else would run. */
export async function inTurns<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let from = 0; from < items.length; from += TOGETHER) {
    if (from > 0) await setImmediate();
    results.push(...(await Promise.all(items.slice(from, from + TOGETHER).map(work))));
    madeProgress();
  }
  return results;
}
