import { setImmediate } from 'node:timers/promises';
import type { EventStore, SubscribeOptions, Subscription } from '../event-store.js';
import { Retrying } from '../subscription/retrying.js';
import { Signal } from '../subscription/signal.js';

const BATCH_SIZE = 500;
/** How soon the writes of another process on the same file are seen; those of this process wake the subscription. */
const POLL_MS = 1000;

/** Reads on from where it is, hands over event by event, and sleeps when there is nothing more. */
export class CatchUpSubscription implements Subscription {
  private readonly written = new Signal();
  private readonly retrying = new Retrying();
  private readonly finished: Promise<void>;

  constructor(
    private readonly events: Pick<EventStore, 'readAll'>,
    private readonly options: SubscribeOptions,
    private readonly onClosed: () => void,
  ) {
    this.finished = this.follow();
  }

  /** Says that something may have been written. */
  wake(): void {
    this.written.raise();
  }

  async close(): Promise<void> {
    this.retrying.stop();
    this.written.raise();
    await this.finished;
    this.onClosed();
  }

  private async follow(): Promise<void> {
    const { prefixes, handle, caughtUp } = this.options;
    let { after } = this.options;
    let isBehind = true;
    while (!this.retrying.isStopped) {
      // Reading is synchronous underneath: without this, a long replay would let nothing else run.
      await setImmediate();
      const batch = await this.retrying.untilDone(() => this.events.readAll({ prefixes, after, limit: BATCH_SIZE }));
      for (const event of batch ?? []) {
        isBehind = true;
        await this.retrying.untilDone(() => handle(event));
        if (this.retrying.isStopped) return;
        after = event.position;
      }
      if (batch?.length === 0) {
        if (isBehind) caughtUp?.();
        isBehind = false;
        await this.written.wait(POLL_MS);
      }
    }
  }
}
