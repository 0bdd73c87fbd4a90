import { setImmediate } from 'node:timers/promises';
import type { EventStore, SubscribeOptions, Subscription } from '../event-store.js';
import { Retrier } from '../subscription/retrier.js';
import { Signal } from '../subscription/signal.js';

const BATCH_SIZE = 500;

export class CatchUpSubscription implements Subscription {
  private readonly written = new Signal();
  private readonly retrier = new Retrier();
  private readonly finished: Promise<void>;

  constructor(
    private readonly events: Pick<EventStore, 'readAll'>,
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
      // Reads are synchronous; yield so that a long replay does not block the process.
      await setImmediate();
      // Later events raise the signal again.
      this.written.reset();
      const batch = await this.retrier.run(() => this.events.readAll({ prefixes, after, limit: BATCH_SIZE }));
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
