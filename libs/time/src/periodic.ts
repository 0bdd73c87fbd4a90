/** Runs a task at a fixed interval, one run at a time. The timer does not keep the process alive. */
export class Periodic {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> | null = null;

  /** `onError` receives what a run rejects with; the next run happens all the same. */
  constructor(
    private readonly task: () => Promise<void>,
    private readonly intervalMs: number,
    private readonly onError: (error: unknown) => void,
  ) {}

  start(): void {
    this.timer ??= setInterval(() => void this.run(), this.intervalMs).unref();
  }

  /** Joins the run in progress, if any. Never rejects. */
  run(): Promise<void> {
    return (this.running ??= this.task()
      .catch(this.onError)
      .finally(() => {
        this.running = null;
      }));
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    this.timer = undefined;
    await this.running;
  }
}
