import { eventually } from '@outlay/testing';

const DEADLINE_MS = 60_000;

/** A busy machine may exceed a bound, which only marks the row. */
export class Timings {
  private readonly rows: string[] = [];

  constructor(private readonly title: string) {}

  record(what: string, boundMs: number, ms: number): void {
    const mark = ms > boundMs ? '!' : ' ';
    this.rows.push(`${mark}${ms.toFixed(0).padStart(7)} ms of ${String(boundMs).padStart(6)}  ${what}`);
  }

  /** @throws if the condition does not hold within a minute */
  async recordUntil(what: string, boundMs: number, condition: () => Promise<unknown> | unknown): Promise<void> {
    const started = performance.now();
    await eventually(async () => Boolean(await condition()), DEADLINE_MS);
    this.record(what, boundMs, performance.now() - started);
  }

  print(): void {
    process.stderr.write(`\n${[this.title, ...this.rows].join('\n')}\n`);
  }
}
