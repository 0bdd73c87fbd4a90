/** Runs a bounded number of tasks at once, and the others in the order in which they came. */
export class Limit {
  private readonly queue: (() => void)[] = [];

  constructor(private free: number) {}

  /** How many tasks have not started. */
  get waiting(): number {
    return this.queue.length;
  }

  async run<T>(task: () => Promise<T>): Promise<T> {
    if (this.free > 0) this.free -= 1;
    else await new Promise<void>((resolve) => this.queue.push(resolve));
    try {
      return await task();
    } finally {
      const next = this.queue.shift();
      if (next) next();
      else this.free += 1;
    }
  }
}
