import { spawnSource } from '@outlay/testing/backing/spawn-source';
import { once } from 'node:events';
import { join } from 'node:path';
import { adding } from './contract/adding.js';
import { failing } from './contract/failing.js';
import { working } from './contract/working.js';
import type { Jobs } from './jobs.js';
import { openJobs, type JobsOptions } from './open-jobs.js';

export interface JobsUnderTest {
  /** JSON, so that another process can open the same queues. */
  readonly options: Omit<JobsOptions, 'clock'>;
  close(): Promise<void>;
}

/** The store may hold other queues, with workers of other processes. */
export function jobsContract(name: string, setUp: () => Promise<JobsUnderTest>): void {
  describe(`${name} as job queues`, () => {
    let underTest: JobsUnderTest;
    let jobs: Jobs;
    const opened: Jobs[] = [];
    const open = async () => {
      const another = await openJobs(underTest.options);
      opened.push(another);
      return another;
    };
    beforeAll(async () => {
      underTest = await setUp();
    });
    beforeEach(async () => {
      jobs = await open();
    });
    afterEach(() => Promise.all(opened.splice(0).map((queues) => queues.close())));
    afterAll(() => underTest.close());

    adding(() => jobs);
    working(() => jobs, open);
    failing(
      () => jobs,
      (queue, lockMs) => killWorkerDuringJob(underTest.options, queue, lockMs),
    );

    test('working queues are ready', async () => {
      expect(await jobs.isReady()).toBe(true);
    });
  });
}

export async function killWorkerDuringJob(
  options: Omit<JobsOptions, 'clock'>,
  queue: string,
  lockMs: number,
): Promise<void> {
  const script = join(import.meta.dirname, '../test/hold-job.mjs');
  const child = spawnSource(script, JSON.stringify(options), queue, String(lockMs));
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited.then(() => Promise.reject(new Error('The worker ended')))]);
  child.kill('SIGKILL');
  await exited;
}
