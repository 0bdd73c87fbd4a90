import { eventually } from '@outlay/testing';
import { setTimeout } from 'node:timers/promises';
import type { TimedResponse } from './request.js';

/** Leaves CPU time to starting processes. */
export const PAUSE_MS = 100;

export class Load {
  readonly failures: string[] = [];
  succeeded = 0;
  private stopping = false;
  private readonly callers: Promise<void>[];

  /** Errors and unsuccessful responses count as failures. */
  constructor(callers: number, call: (caller: number) => Promise<TimedResponse>) {
    this.callers = Array.from({ length: callers }, (_, caller) => this.keepCalling(() => call(caller)));
  }

  /** Resolves when each caller has succeeded some more times, however busy the machine is. */
  async continues(): Promise<void> {
    const enough = this.succeeded + 4 * this.callers.length;
    await eventually(() => this.succeeded > enough, 60_000);
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.callers);
  }

  private async keepCalling(call: () => Promise<TimedResponse>): Promise<void> {
    while (!this.stopping) {
      const failure = await call().then(
        ({ status, body }) => (status < 300 ? null : `${status} ${JSON.stringify(body)}`),
        (error: unknown) => causeOf(error),
      );
      if (failure === null) this.succeeded += 1;
      else this.failures.push(failure);
      await setTimeout(PAUSE_MS);
    }
  }
}

/** `fetch failed` hides its cause. */
export function causeOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? String(error);
}
