import { AsyncLocalStorage } from 'node:async_hooks';
import { DeadlineExceeded } from './deadline.js';

const listeners = new AsyncLocalStorage<() => void>();

/** Calls the listener for every part of the work that is done, wherever it is done. */
export function withProgress<Result>(listener: () => void, work: () => Result): Result {
  return listeners.run(listener, work);
}

/** Says that a part of the work under way is done. Does nothing where nobody listens. */
export function madeProgress(): void {
  listeners.getStore()?.();
}

/** Shares work that several callers wait for: it runs in the context of one of them, and reports progress to all. */
export class SharedProgress {
  private readonly waiting = new Set<() => void>();

  /** Runs work that others may wait for. */
  run<Result>(work: () => Result): Result {
    return withProgress(() => this.made(), work);
  }

  /** Reports progress to all who wait. */
  made(): void {
    for (const listener of this.waiting) listener();
  }

  /** Waits for the work; its progress, and that of everything that runs meanwhile, counts as the caller's. */
  async wait<Result>(work: Promise<Result>): Promise<Result> {
    const listener = listeners.getStore();
    if (!listener) return work;
    // One caller may wait for several at once.
    const own = () => listener();
    this.waiting.add(own);
    try {
      return await work;
    } finally {
      this.waiting.delete(own);
    }
  }
}

/**
 * Limits the silence of the work, not its duration. Does not cancel it.
 * @throws DeadlineExceeded naming `what` if it makes no progress for `silenceMs` milliseconds
 */
export async function whileProgressing<T>(work: () => Promise<T>, silenceMs: number, what: string): Promise<T> {
  const outer = listeners.getStore();
  let timer: NodeJS.Timeout | undefined;
  const silent = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new DeadlineExceeded(`${what} made no progress for ${silenceMs} ms`)), silenceMs);
  });
  const heard = () => {
    timer?.refresh();
    outer?.();
  };
  try {
    return await Promise.race([withProgress(heard, work), silent]);
  } finally {
    clearTimeout(timer);
  }
}
