import { Worker } from 'node:worker_threads';

export type ThreadAnswer<Result> = { readonly result: Result } | { readonly error: string };

/** Runs requests in another thread, which starts with the first request and again after a failure. */
export class Thread<Request, Result> {
  private worker: Worker | null = null;
  private readonly pending: ((answer: ThreadAnswer<Result>) => void)[] = [];

  /** @param entry a module that answers each message with one `ThreadAnswer`, in their order */
  constructor(
    private readonly entry: URL,
    private readonly workerData: unknown = null,
  ) {}

  get waiting(): number {
    return this.pending.length;
  }

  /** Starts the thread before there is a request. */
  prepare(): void {
    this.worker ??= this.start();
  }

  /** Resolves with undefined if the thread failed. */
  async run(request: Request): Promise<Result | undefined> {
    const answer = await this.ask(request);
    return 'result' in answer ? answer.result : undefined;
  }

  /** @throws Error with the reason if the thread failed */
  async runOrThrow(request: Request): Promise<Result> {
    const answer = await this.ask(request);
    if ('error' in answer) throw new Error(answer.error);
    return answer.result;
  }

  async end(): Promise<void> {
    await this.worker?.terminate();
  }

  private ask(request: Request): Promise<ThreadAnswer<Result>> {
    const worker = (this.worker ??= this.start());
    return new Promise((resolve) => {
      // The message is posted first: a request that cannot be cloned throws here, and gets no answer.
      worker.postMessage(request);
      if (this.pending.push(resolve) === 1) worker.ref();
    });
  }

  private start(): Worker {
    const worker = new Worker(this.entry, { workerData: this.workerData });
    worker.unref();
    worker.on('message', (answer: ThreadAnswer<Result>) => {
      this.pending.shift()?.(answer);
      if (this.pending.length === 0) worker.unref();
    });
    worker.on('error', () => undefined);
    worker.on('exit', () => {
      this.worker = null;
      for (const resolve of this.pending.splice(0)) resolve({ error: 'The thread has ended' });
    });
    return worker;
  }
}
