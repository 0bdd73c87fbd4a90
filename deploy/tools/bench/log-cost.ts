import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemIds } from '@outlay/ids';
import { openSmallLog, type SmallLog } from '../small-log.js';

const ROUNDS = 8;
/** Longer than the log waits between two runs, so that it is at work all the time that is measured. */
const WARM_UP_MS = 700;
const ROUND_MS = 2000;
const WRITERS = 10;

/** Appends with the log on, as a share of those with it off. They alternate, so that both meet the same machine. */
export async function measureLogCost(folder: string): Promise<{ ratio: number; onPerSecond: number }> {
  const [on, off]: [number[], number[]] = [[], []];
  const data = join(folder, 'log-cost');
  await mkdir(data, { recursive: true });
  const log = await openSmallLog(data);
  for (let round = 0; round < ROUNDS; round += 1) {
    off.push(await measureAppends(log));
    // The log catches up with these events first, so that only its work beside the measured appends counts.
    await log.builder.catchUp();
    await log.builder.onApplicationBootstrap();
    on.push(await measureAppends(log));
    await log.builder.onApplicationShutdown();
  }
  await log.close();
  return { ratio: median(on) / median(off), onPerSecond: median(on) };
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
