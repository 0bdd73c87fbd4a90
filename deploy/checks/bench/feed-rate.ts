import { eventFeedRoute, FEED_LIMIT } from '@outlay/contracts';
import type { Load } from './load.js';

const WARM_UP = 2;
const ROUNDS = 5;
const LINE_END = 10;

/** The events a second that one reader of the whole feed gets. */
export async function feedRate(admin: Load): Promise<{ perSecond: number; events: number }> {
  for (let round = 0; round < WARM_UP; round += 1) await readAll(admin);
  const started = performance.now();
  let events = 0;
  for (let round = 0; round < ROUNDS; round += 1) events += await readAll(admin);
  return { perSecond: events / ((performance.now() - started) / 1000), events: events / ROUNDS };
}

async function readAll(admin: Load): Promise<number> {
  for (let total = 0; ;) {
    const after = total === 0 ? '' : `&after=${total - 1}`;
    const path = `${eventFeedRoute.path}?limit=${FEED_LIMIT.most}${after}`;
    const { body } = await admin.call({ method: 'GET', path });
    let lines = 0;
    for (let at = body.indexOf(LINE_END); at !== -1; at = body.indexOf(LINE_END, at + 1)) lines += 1;
    if (lines === 0) return total;
    total += lines;
  }
}
