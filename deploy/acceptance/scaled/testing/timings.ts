import { eventually } from '@outlay/testing';

/** Long enough on any machine: after this time nothing more will happen. */
const DEADLINE_MS = 60_000;

/** Prints measured times beside their bounds. A busy machine may exceed a bound, which only marks the row. */
export class Timings {
  private readonly rows: string[] = [];

  constructor(private readonly title: string) {}

  record(what: string, boundMs: number, ms: number): void {
    const mark = ms > boundMs ? '!' : ' ';
    this.rows.push(`${mark}${ms.toFixed(0).padStart(7)} ms of ${String(boundMs).padStart(6)}  ${what}`);
  }

  /** Waits until the condition holds and records how long it took. @throws if it does not within a minute */
  async recordUntil(what: string, boundMs: number, condition: () => Promise<unknown> | unknown): Promise<void> {
    const started = performance.now();
    await eventually(async () => Boolean(await condition()), DEADLINE_MS);
    this.record(what, boundMs, performance.now() - started);
  }

  print(): void {
    process.stderr.write(`\n${[this.title, ...this.rows].join('\n')}\n`);
  }
}
