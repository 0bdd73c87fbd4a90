import { Signal } from './signal.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

/** Does work until it succeeds or nobody wants it any more. */
export class Retrying {
  private readonly stopping = new Signal();
  private stopped = false;

  get isStopped(): boolean {
    return this.stopped;
  }

  /** Gives up whatever is being tried, at its next failure or in its pause. */
  stop(): void {
    this.stopped = true;
    this.stopping.raise();
  }

  /** Tries again after growing pauses; undefined once stopped. */
  async untilDone<T>(work: () => Promise<T>): Promise<T | undefined> {
    for (let pause = FIRST_PAUSE_MS; !this.stopped; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
      try {
        return await work();
      } catch {
        await this.pause(pause);
      }
    }
    return undefined;
  }

  /** Waits, but not when stopped. */
  async pause(milliseconds: number): Promise<void> {
    if (!this.stopped) await this.stopping.wait(milliseconds);
  }
}
