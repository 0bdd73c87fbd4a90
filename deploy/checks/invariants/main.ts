import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { runMain } from '@outlay/composition';
import { CHECKS } from './checks.js';
import { messageOf, type Check, type Outcome } from './check.js';

interface Row extends Outcome {
  readonly check: Check;
  readonly seconds: number;
}

async function main(): Promise<void> {
  const { seed, checks, scale } = readArguments();
  console.log(`Seed ${seed}, scale ${scale}. To repeat: npm run checks -- --seed ${seed} --scale ${scale}`);
  const rows: Row[] = [];
  for (const check of checks) rows.push(await runCheck(check, seed, scale));
  printTable(rows);
  if (rows.some(({ wrong }) => wrong > 0)) process.exitCode = 1;
}

function readArguments() {
  const { values } = parseArgs({
    options: { seed: { type: 'string' }, only: { type: 'string' }, scale: { type: 'string', default: '1' } },
  });
  const seed = Number(values.seed ?? Date.now() % 1_000_000);
  const scale = Number(values.scale);
  const only = values.only?.split(',').map(Number);
  const checks = CHECKS.filter(({ number }) => only === undefined || only.includes(number));
  if (!Number.isInteger(seed) || !(scale > 0) || checks.length === 0) {
    const numbers = CHECKS.map(({ number }) => number).join(',');
    throw new Error(
      `npm run checks -- [--seed <whole number>] [--only ${numbers}] [--scale <above 0; 1 is the full scale>]`,
    );
  }
  return { seed, scale, checks };
}

async function runCheck(check: Check, seed: number, scale: number): Promise<Row> {
  const started = performance.now();
  const onProgress = progressOf(check);
  const outcome = await check
    .run({ seed, onProgress }, scale)
    .catch((error: unknown) => ({ tried: 0, wrong: 1, details: [`could not run: ${messageOf(error)}`] }));
  const seconds = (performance.now() - started) / 1000;
  process.stderr.write(`${start()}${check.number} ${check.name}: ${outcome.wrong} wrong of ${outcome.tried}\n`);
  return { check, seconds, ...outcome };
}

function progressOf({ number, name }: Check): (done: number, of: number) => void {
  const steps = process.stderr.isTTY ? 100 : 4;
  let printed = 0;
  return (done, of) => {
    const step = Math.floor((steps * done) / of);
    if (step <= printed) return;
    printed = step;
    process.stderr.write(`${start()}${number} ${name}: ${done} of ${of}${process.stderr.isTTY ? ' ' : '\n'}`);
  };
}

function start(): string {
  return process.stderr.isTTY ? '\r\u001b[K' : '';
}

function printTable(rows: readonly Row[]): void {
  const number = (value: number) => value.toLocaleString('en');
  console.log('\n| # | invariant | tried | wrong | bar | seconds |\n|---|---|---|---|---|---|');
  for (const { check, tried, wrong, seconds } of rows) {
    const figures = [number(tried), number(wrong), `0 of ${number(check.fullScale)}`, seconds.toFixed(1)];
    console.log(`| ${[check.number, check.name, ...figures].join(' | ')} |`);
  }
  console.log();
  for (const { check, details } of rows) for (const detail of details) console.log(`${check.number}: ${detail}`);
}

runMain(main);
