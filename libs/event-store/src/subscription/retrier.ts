import { Signal } from './signal.js';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5000;

export class Retrier {
  private readonly stopping = new Signal();
  private stopped = false;

  get isStopped(): boolean {
    return this.stopped;
  }

  stop(): void {
    this.stopped = true;
    this.stopping.raise();
  }

  /** Repeats the work with growing pauses; undefined once stopped. */
  async run<T>(work: () => Promise<T>, longestPauseMs = LONGEST_PAUSE_MS): Promise<T | undefined> {
    for (let pause = FIRST_PAUSE_MS; !this.stopped; pause = Math.min(2 * pause, longestPauseMs)) {
      try {
        return await work();
      } catch {
        await this.pause(pause);
      }
    }
    return undefined;
  }

  async pause(milliseconds: number): Promise<void> {
    if (!this.stopped) await this.stopping.wait(milliseconds);
  }
}
