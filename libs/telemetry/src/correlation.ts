import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs `work` as a part of the thread of that name, from browser to worker; what it logs carries the name. */
export function correlated<Result>(correlationId: string, work: () => Result): Result {
  return current.run(correlationId, work);
}

/** The thread that runs now; null outside of any. */
export function currentCorrelation(): string | null {
  return current.getStore() ?? null;
}
