import { AsyncLocalStorage } from 'node:async_hooks';

const listeners = new AsyncLocalStorage<() => void>();

/** Calls the listener for every part of the work that is done, wherever it is done. */
export function withProgress<Result>(listener: () => void, work: () => Result): Result {
  return listeners.run(listener, work);
}

/** Says that one part of work that grows with the data is done. Does nothing where nobody listens. */
export function madeProgress(): void {
  listeners.getStore()?.();
}
