import { eventually } from '@outlay/testing';

/** Beyond its bound a time is marked; a machine that others use as well may take twice as long, and half a second. */
const limitOf = (boundMs: number) => 2 * boundMs + 500;
/** How long is waited beyond a bound, so that what was measured can be told. */
const GIVE_UP_MS = 5_000;

/** Times measured, each beside its bound. */
export class Measured {
  private readonly rows: string[] = [];

  constructor(private readonly title: string) {}

  /** Notes a time in milliseconds. Throws where it is far beyond its bound. */
  within(what: string, boundMs: number, ms: number): void {
    const mark = ms > boundMs ? '!' : ' ';
    this.rows.push(`${mark}${ms.toFixed(0).padStart(7)} ms of ${String(boundMs).padStart(6)}  ${what}`);
    if (ms > limitOf(boundMs)) throw new Error(`${what}: ${ms.toFixed(0)} ms, and ${boundMs} is the bound`);
  }

  /** Waits for something, which must come in time. */
  async until(what: string, boundMs: number, ask: () => Promise<unknown> | unknown): Promise<void> {
    const began = performance.now();
    await eventually(async () => Boolean(await ask()), limitOf(boundMs) + GIVE_UP_MS);
    this.within(what, boundMs, performance.now() - began);
  }

  print(): void {
    process.stderr.write(`\n${[this.title, ...this.rows].join('\n')}\n`);
  }
}
