import { sourceArguments } from '@outlay/testing/backing/spawn-source';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';

const MB = 1024 ** 2;
const RECEIPTS = 1000;
/** The product starts with this option. */
const NODE_OPTION = '--max-semi-space-size=8';
const SCRIPT = join(import.meta.dirname, '../../test/large-payment.mjs');

it('makes the report of 1,000 receipts of 10 MB within 100 MB of memory', async () => {
  const args = [NODE_OPTION, ...sourceArguments(SCRIPT, String(RECEIPTS), String(10 * MB))];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const { zip, missing, growth } = JSON.parse(await text(child.stdout)) as Record<string, number>;
  process.stdout.write(`A zip of ${zip} bytes took ${Math.round((growth ?? 0) / MB)} MB of memory.\n`);
  expect(missing).toBe(0);
  expect(zip).toBeGreaterThan(RECEIPTS * 10 * MB);
  expect(growth).toBeLessThan(100 * MB);
}, 1_800_000);
