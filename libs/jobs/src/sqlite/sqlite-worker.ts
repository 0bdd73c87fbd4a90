import { types } from 'node:util';
import { DEFAULT_LOCK_MS, JobsUnavailable, type Job, type WorkOptions, type Worker } from '../jobs.js';
import type { Claim, JobTable } from './job-table.js';

/** How soon a worker sees what is due by the clock, or added by another process. */
const POLL_MS = 250;

/** Claims jobs of one queue while it has a free hand, and settles each by how its handler ended. */
export class SqliteWorker implements Worker {
  private readonly running = new Set<Promise<void>>();
  private readonly poll: NodeJS.Timeout;
  private isClosed = false;

  constructor(
    private readonly table: JobTable,
    private readonly queue: string,
    private readonly handle: (job: Job<unknown>) => Promise<void>,
    private readonly options: WorkOptions,
    private readonly onClosed: () => void,
  ) {
    this.poll = setInterval(() => this.fill(), POLL_MS);
    this.wake();
  }

  /** Says that something may be due. Claiming waits its turn, so that a long queue lets others run in between. */
  wake(): void {
    setImmediate(() => this.fill());
  }

  private fill(): void {
    const { concurrency = 1 } = this.options;
    while (!this.isClosed && this.running.size < concurrency) {
      const claim = this.claim();
      if (!claim) return;
      const work = this.work(claim).finally(() => {
        this.running.delete(work);
        this.wake();
      });
      this.running.add(work);
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearInterval(this.poll);
    await Promise.all(this.running);
    this.onClosed();
  }

  private get lockMs(): number {
    return this.options.lockMs ?? DEFAULT_LOCK_MS;
  }

  private claim(): Claim | null {
    return unlessUnavailable(() => this.table.claim(this.queue, this.lockMs)) ?? null;
  }

  private async work(claim: Claim): Promise<void> {
    if (claim.attempt > claim.attempts) return this.giveUp(claim, new Error('The worker died during the last try'));
    const renewal = setInterval(
      () => unlessUnavailable(() => this.table.extendLock(claim, this.lockMs)),
      this.lockMs / 3,
    );
    try {
      await this.handle({ id: claim.id, data: claim.data, attempt: claim.attempt });
      unlessUnavailable(() => this.table.finish(claim));
    } catch (error) {
      if (claim.attempt < claim.attempts) unlessUnavailable(() => this.table.retry(claim));
      else await this.giveUp(claim, error);
    } finally {
      clearInterval(renewal);
    }
  }

  private async giveUp(claim: Claim, reason: unknown): Promise<void> {
    if (!unlessUnavailable(() => this.table.fail(claim))) return;
    const error = types.isNativeError(reason) ? reason : new Error(String(reason));
    const job = { id: claim.id, data: claim.data, attempt: Math.min(claim.attempt, claim.attempts) };
    try {
      await this.options.onFailed?.(job, error);
    } catch {
      // The job is settled; what its owner could not note down must not end the worker.
    }
  }
}

/** What cannot be written now is not lost: the lock runs out and the job is tried again. */
function unlessUnavailable<T>(work: () => T): T | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof JobsUnavailable) return undefined;
    throw error;
  }
}
