import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { systemIds } from '@outlay/ids';
import { openSmallLog, type SmallLog } from '../small-log.js';

const ROUNDS = 10;
const ROUND_MS = 1500;
const WRITERS = 10;

/** Appends with the log on, as a share of those with it off. They alternate, so that both meet the same machine. */
export async function measureLogCost(folder: string): Promise<{ ratio: number; onPerSecond: number }> {
  const [on, off]: [number[], number[]] = [[], []];
  const data = join(folder, 'log-cost');
  await mkdir(data, { recursive: true });
  const log = await openSmallLog(data);
  await appendsPerSecond(log);
  for (let round = 0; round < ROUNDS; round += 1) {
    off.push(await appendsPerSecond(log));
    // What was appended meanwhile is not part of the cost.
    await log.builder.catchUp();
    await log.builder.onApplicationBootstrap();
    on.push(await appendsPerSecond(log));
    await log.builder.onApplicationShutdown();
  }
  await log.close();
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);
  return { ratio: sum(on) / sum(off), onPerSecond: sum(on) / ROUNDS };
}

async function appendsPerSecond({ events }: SmallLog): Promise<number> {
  const started = performance.now();
  let count = 0;
  const write = async () => {
    while (performance.now() - started < ROUND_MS) {
      const event = { id: systemIds.uuid(), type: 'Limit', data: { count, text: 'x'.repeat(500) }, metadata: {} };
      await events.append(`expense-${event.id}`, [event], 'no-stream');
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: WRITERS }, write));
  return count / ((performance.now() - started) / 1000);
}
