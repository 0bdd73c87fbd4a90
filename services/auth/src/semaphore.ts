import { OutlayError } from '@outlay/contracts';

export class Semaphore {
  private readonly waiting: (() => void)[] = [];

  constructor(
    private slots: number,
    private readonly maxWaiting: number,
  ) {}

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.slots > 0) this.slots -= 1;
    else await this.waitForSlot();
    try {
      return await task();
    } finally {
      const next = this.waiting.shift();
      if (next) next();
      else this.slots += 1;
    }
  }

  private waitForSlot(): Promise<void> {
    if (this.waiting.length >= this.maxWaiting) {
      throw new OutlayError('SERVICE_UNAVAILABLE', 'Too many people are logging in right now. Please try again soon.');
    }
    return new Promise((resolve) => this.waiting.push(resolve));
  }
}
