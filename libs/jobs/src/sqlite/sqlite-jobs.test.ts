import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { newId, newQueue, recorder, until, untilState } from '../contract/given.js';
import { jobsContract } from '../jobs.contract.js';
import { JobsUnavailable } from '../jobs.js';
import { openJobs } from '../open-jobs.js';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-jobs-'));
  file = join(folder, 'jobs.db');
});
afterEach(() => rm(folder, { recursive: true }));

jobsContract('SQLite', async () => {
  const own = await mkdtemp(join(tmpdir(), 'outlay-jobs-'));
  return { options: { file: join(own, 'deep', 'jobs.db') }, close: () => rm(own, { recursive: true }) };
});

describe('SQLite job queues', () => {
  test('hand a job to a worker of the same process without waiting for its next look', async () => {
    const jobs = await openJobs({ file });
    const queue = newQueue();
    jobs.work(queue, async () => undefined);
    const startedAt = performance.now();
    for (let n = 0; n < 20; n += 1) {
      const id = newId();
      await jobs.add(queue, { id, data: {} });
      await untilState(jobs, queue, id, 'done');
    }
    // Looking every 250 ms, it would take five seconds.
    expect(performance.now() - startedAt).toBeLessThan(2500);
    await jobs.close();
  });

  test('go by their clock', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const jobs = await openJobs({ file, clock: { now: () => new Date(now) } });
    const [queue, id] = [newQueue(), newId()];
    const tries: number[] = [];
    jobs.work(queue, async ({ attempt }) => {
      tries.push(attempt);
      if (attempt === 1) throw new Error('in an hour');
    });
    await jobs.add(queue, { id, data: {}, backoffMs: 3_600_000 });
    await until(() => tries.length === 1);
    await untilState(jobs, queue, id, 'waiting');
    now += 3_600_000;
    await untilState(jobs, queue, id, 'done');
    expect(tries).toEqual([1, 2]);
    await jobs.close();
  });

  test('let nothing be settled by a worker that lost its lock', async () => {
    let now = 0;
    const clock = { now: () => new Date(now) };
    const [late, prompt] = [await openJobs({ file, clock }), await openJobs({ file, clock })];
    const [queue, id] = [newQueue(), newId()];
    const lockMs = 60_000;
    let fail: (error: Error) => void = () => undefined;
    const stuck = recorder();
    late.work(queue, (job) => new Promise((_, reject) => void (stuck.handle(job), (fail = reject))), { lockMs });
    await late.add(queue, { id, data: {} });
    await until(() => stuck.got.length === 1);
    now += lockMs;
    prompt.work(queue, async () => undefined, { lockMs });
    await untilState(prompt, queue, id, 'done');
    fail(new Error('too late'));
    await late.close();
    expect(await prompt.state(queue, id)).toBe('done');
    await prompt.close();
  });

  test('say so when the file is locked by another process, and work on afterwards', async () => {
    const jobs = await openJobs({ file });
    const [queue, id] = [newQueue(), newId()];
    const { got, handle } = recorder();
    jobs.work(queue, handle);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(jobs.add(queue, { id, data: {} })).rejects.toBeInstanceOf(JobsUnavailable);
    other.close();
    await jobs.add(queue, { id, data: {} });
    await untilState(jobs, queue, id, 'done');
    expect(got).toHaveLength(1);
    await jobs.close();
    expect(await jobs.isReady()).toBe(false);
  });

  test('cannot be opened on a file that is no database', async () => {
    await writeFile(
      file,
      'not a database, but long enough to be taken for the header of one, which it is not. '.repeat(9),
    );
    await expect(openJobs({ file })).rejects.toBeInstanceOf(JobsUnavailable);
  });
});
