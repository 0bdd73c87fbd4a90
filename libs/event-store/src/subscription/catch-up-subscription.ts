import { setImmediate } from 'node:timers/promises';
import type { ReadAllOptions, RecordedEvent, SubscribeOptions, Subscription } from '../event-store.js';
import { Retrier } from './retrier.js';
import { Signal } from './signal.js';

export const BATCH_SIZE = 500;
/** A subscription resumes within 5 s after an outage. */
const LONGEST_READ_PAUSE_MS = 500;

export class CatchUpSubscription implements Subscription {
  private readonly written = new Signal();
  private readonly retrier = new Retrier();
  private readonly finished: Promise<void>;

  constructor(
    /** A batch that is not full ends with the last event. */
    private readonly events: { readAll(options: ReadAllOptions): Promise<RecordedEvent[]> },
    private readonly options: SubscribeOptions,
    private readonly pollMs: number,
    private readonly onClosed: () => void,
  ) {
    this.finished = this.follow();
  }

  wake(): void {
    this.written.raise();
  }

  async close(): Promise<void> {
    this.retrier.stop();
    this.written.raise();
    await this.finished;
    this.onClosed();
  }

  private async follow(): Promise<void> {
    const { prefixes, handle, caughtUp } = this.options;
    let { after } = this.options;
    let isBehind = true;
    while (!this.retrier.isStopped) {
      // Reads may be synchronous; yield so that a long replay does not block the process.
      await setImmediate();
      // Later events raise the signal again.
      this.written.reset();
      const read = () => this.events.readAll({ prefixes, after, limit: BATCH_SIZE });
      const batch = await this.retrier.run(read, LONGEST_READ_PAUSE_MS);
      for (const event of batch ?? []) {
        isBehind = true;
        await this.retrier.run(() => handle(event));
        if (this.retrier.isStopped) return;
        after = event.position;
      }
      if (batch && batch.length < BATCH_SIZE) {
        if (isBehind) caughtUp?.();
        isBehind = false;
        await this.written.wait(this.pollMs);
      }
    }
  }
}
