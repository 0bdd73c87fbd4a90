import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

/** Runs `work` with a correlation id, which its log lines carry and `currentCorrelation` returns. */
export function correlated<Result>(correlationId: string, work: () => Result): Result {
  return current.run(correlationId, work);
}

/** The correlation id of the running work; null outside of `correlated`. */
export function currentCorrelation(): string | null {
  return current.getStore() ?? null;
}
