import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { adding } from './contract/adding.js';
import { failing } from './contract/failing.js';
import { working } from './contract/working.js';
import type { Jobs } from './jobs.js';
import { openJobs, type JobsOptions } from './open-jobs.js';

export interface JobsUnderTest {
  /** What `openJobs` takes, in JSON, so that another process can open the same queues. */
  readonly options: Omit<JobsOptions, 'clock'>;
  close(): Promise<void>;
}

/** What every adapter must do. The store may hold other queues, and others may work on those meanwhile. */
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
    // Opened for each test, so that no worker of one is left for the next.
    beforeEach(async () => {
      jobs = await open();
    });
    afterEach(() => Promise.all(opened.splice(0).map((some) => some.close())));
    afterAll(() => underTest.close());

    adding(() => jobs);
    working(() => jobs, open);
    failing(
      () => jobs,
      (queue, lockMs) => dieHolding(underTest.options, queue, lockMs),
    );

    test('queues that answer are ready', async () => {
      expect(await jobs.isReady()).toBe(true);
    });
  });
}

/** Has a process of its own take a job of the queue, and kills it in the middle. */
export async function dieHolding(options: Omit<JobsOptions, 'clock'>, queue: string, lockMs: number): Promise<void> {
  const script = join(import.meta.dirname, '../test/die-holding.mjs');
  const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings'];
  const args = [...flags, script, JSON.stringify(options), queue, String(lockMs)];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  await Promise.race([once(child.stdout, 'data'), exited.then(() => Promise.reject(new Error('The worker ended')))]);
  child.kill('SIGKILL');
  await exited;
}
