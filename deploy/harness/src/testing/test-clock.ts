import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface ClockReading {
  readonly ahead: number;
  /** In milliseconds since 1970; null while the clock runs. */
  readonly stopped: number | null;
}

export function testClock(file: string): { env: { TEST_CLOCK: string }; nodeArgs: string[] } {
  writeClock(file, { ahead: 0, stopped: null });
  return { env: { TEST_CLOCK: file }, nodeArgs: ['--import', join(import.meta.dirname, 'use-test-clock.mjs')] };
}

export function readClock(file: string): ClockReading {
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function writeClock(file: string, reading: ClockReading): void {
  const whole = `${file}.new`;
  writeFileSync(whole, JSON.stringify(reading));
  // Processes read it at any time, and must not find half of it.
  renameSync(whole, file);
}
