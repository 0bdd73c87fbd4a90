import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemIds } from '@outlay/time';
import { openSmallLog, type SmallLog } from '../small-log.js';

const ROUNDS = 15;
/** The time is longer than the log waits between two runs, so that it works throughout the measurement. */
const WARM_UP_MS = 700;
const ROUND_MS = 2000;
const WRITERS = 10;

/**
 * Appends with the log on, as a share of those with it off: the median of neighbouring pairs, because the speed of a disk
 * changes more within a minute than by the log.
 */
export async function measureLogCost(folder: string): Promise<{ ratio: number; onPerSecond: number; note: string }> {
  const on: number[] = [];
  const ratios: number[] = [];
  const data = join(folder, 'log-cost');
  await mkdir(data, { recursive: true });
  const log = await openSmallLog(data);
  for (let round = 0; round < ROUNDS; round += 1) {
    const without = await measureAppends(log);
    // The log catches up with these events first, so that only its work beside the measured appends counts.
    await log.builder.catchUp();
    await log.builder.onApplicationBootstrap();
    const withLog = await measureAppends(log);
    await log.builder.onApplicationShutdown();
    on.push(withLog);
    ratios.push(withLog / without);
  }
  await log.close();
  const [lowest = 0, highest = 0] = [Math.min(...ratios), Math.max(...ratios)];
  const note = `${ratios.length} pairs, ${lowest.toFixed(2)} to ${highest.toFixed(2)}`;
  return { ratio: median(ratios), onPerSecond: median(on), note };
}

async function measureAppends(log: SmallLog): Promise<number> {
  await appendsPerSecond(log, WARM_UP_MS);
  return appendsPerSecond(log, ROUND_MS);
}

async function appendsPerSecond({ events }: SmallLog, ms: number): Promise<number> {
  const started = performance.now();
  let count = 0;
  const write = async () => {
    while (performance.now() - started < ms) {
      const event = { id: systemIds.uuid(), type: 'Limit', data: { count, text: 'x'.repeat(500) }, metadata: {} };
      await events.append(`expense-${event.id}`, [event], 'no-stream');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return count / ((performance.now() - started) / 1000);
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}
