import { Logger } from '@nestjs/common';
import { withDeadline } from '@outlay/time';
import { once } from 'node:events';
import { extname } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { ReceiptTask } from './receipt-thread.js';

/** Much longer than it takes on an idle machine, where a decoder loads within a second. */
const LOAD_DEADLINE_MS = 60_000;
const ENTRY = new URL(`./receipt-thread${extname(import.meta.filename)}`, import.meta.url);

/** Runs a task on one file at a time, in a thread that starts with the first and starts again after a failure. */
export class TaskThread<Result> {
  private readonly logger = new Logger('Receipts');
  private thread: { readonly worker: Worker; readonly loaded: Promise<unknown> } | null = null;
  private previous: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly task: ReceiptTask,
    private readonly deadlineMs: number,
  ) {}

  /** Null if the task failed or took too long. */
  run(content: Buffer): Promise<Result | null> {
    const result = this.previous.then(() => this.runNow(content));
    this.previous = result;
    return result;
  }

  end(): Promise<void> {
    const ended = this.previous.then(async () => {
      await this.thread?.worker.terminate();
    });
    this.previous = ended;
    return ended;
  }

  private start() {
    const worker = new Worker(ENTRY, { workerData: this.task, stdout: true, stderr: true });
    // The decoders describe every broken file there.
    worker.stdout.resume();
    worker.stderr.resume();
    worker.on('exit', () => {
      if (this.thread?.worker === worker) this.thread = null;
    });
    // Also while no task waits for it.
    worker.on('error', () => undefined);
    return { worker, loaded: once(worker, 'message') };
  }

  private async runNow(content: Buffer): Promise<Result | null> {
    const { worker, loaded } = (this.thread ??= this.start());
    worker.ref();
    try {
      // Before the deadline of the file, which is not to blame for a busy machine.
      await withDeadline(loaded, LOAD_DEADLINE_MS, this.task);
      worker.postMessage(content);
      const [result] = await withDeadline(once(worker, 'message'), this.deadlineMs, this.task);
      worker.unref();
      return result as Result;
    } catch (error) {
      this.logger.warn(`${this.task} of ${content.length} bytes: ${String(error)}`);
      await worker.terminate();
      return null;
    }
  }
}
