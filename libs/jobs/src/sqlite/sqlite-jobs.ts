import { isJobId, type Job, type Jobs, type JobState, type NewJob, type WorkOptions, type Worker } from '../jobs.js';
import type { JobTable } from './job-table.js';
import { SqliteWorker } from './sqlite-worker.js';

const POLL_MS = 250;

export class SqliteJobs implements Jobs {
  private readonly workers = new Map<SqliteWorker, string>();

  constructor(
    private readonly table: JobTable,
    private readonly pollMs = POLL_MS,
  ) {}

  async add<Data>(queue: string, job: NewJob<Data>): Promise<void> {
    if (!isJobId(job.id)) throw new RangeError(`Not a job id: ${job.id}`);
    this.table.add(queue, job);
    for (const [worker, workersQueue] of this.workers) if (workersQueue === queue) worker.wake();
  }

  work<Data>(queue: string, handle: (job: Job<Data>) => Promise<void>, options: WorkOptions = {}): Worker {
    // Only the caller can ensure that all data in this queue is `Data`.
    const handleJob = (job: Job<unknown>) => handle(job as Job<Data>);
    const worker = new SqliteWorker(this.table, queue, handleJob, { ...options, pollMs: this.pollMs }, () =>
      this.workers.delete(worker),
    );
    this.workers.set(worker, queue);
    return worker;
  }

  async state(queue: string, id: string): Promise<JobState | null> {
    return this.table.state(queue, id);
  }

  async unfinished(queue: string): Promise<number> {
    return this.table.unfinished(queue);
  }

  async isReady(): Promise<boolean> {
    return this.table.isReady();
  }

  async close(): Promise<void> {
    await Promise.all([...this.workers.keys()].map((worker) => worker.close()));
    this.table.close();
  }
}
