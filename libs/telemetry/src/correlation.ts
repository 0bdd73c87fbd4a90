import { AsyncLocalStorage } from 'node:async_hooks';

const current = new AsyncLocalStorage<string>();

export function correlated<Result>(correlationId: string, work: () => Result): Result {
  return current.run(correlationId, work);
}

export function currentCorrelation(): string | null {
  return current.getStore() ?? null;
}
