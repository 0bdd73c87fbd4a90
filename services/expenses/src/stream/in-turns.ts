import { madeProgress } from '@outlay/time';
import { setImmediate } from 'node:timers/promises';

/** Ten share commits well; the embedded stores take a few milliseconds for them. */
const TOGETHER = 10;

/** Works like `Promise.all`, but gives other requests a turn: embedded stores reply at once. */
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
