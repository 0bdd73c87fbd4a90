import type { Answer } from './caller.js';

/** Calls kept coming by so many callers, each making its next when it has an answer, until told to stop. */
export class Load {
  readonly failures: string[] = [];
  answered = 0;
  private stopping = false;
  private readonly callers: Promise<void>[];

  /** `call` is told its caller's number; what it throws, and an answer that is no success, are failures. */
  constructor(callers: number, call: (caller: number) => Promise<Answer>) {
    this.callers = Array.from({ length: callers }, (_, caller) => this.keepCalling(() => call(caller)));
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await Promise.all(this.callers);
  }

  private async keepCalling(call: () => Promise<Answer>): Promise<void> {
    while (!this.stopping) {
      const failure = await call().then(
        ({ status, body }) => (status < 300 ? null : `${status} ${JSON.stringify(body)}`),
        (error: unknown) => causeOf(error),
      );
      if (failure === null) this.answered += 1;
      else this.failures.push(failure);
    }
  }
}

/** What is wrong beneath `fetch failed`. */
export function causeOf(error: unknown): string {
  const { cause } = Object(error) as { cause?: { code?: string; message?: string } };
  return cause?.code ?? cause?.message ?? String(error);
}
