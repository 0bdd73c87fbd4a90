import type { Clock } from '@outlay/time';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Gate, newId, newQueue, recorder, until, untilState } from '../contract/given.js';
import { jobsContract } from '../jobs.contract.js';
import { JobsUnavailable, type Jobs } from '../jobs.js';
import { openJobs } from '../open-jobs.js';

let folder: string;
let file: string;
const opened: Jobs[] = [];
const open = async (clock?: Clock) => {
  const jobs = await openJobs({ file, clock });
  opened.push(jobs);
  return jobs;
};
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'outlay-jobs-'));
  file = join(folder, 'jobs.db');
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((jobs) => jobs.close()));
  await rm(folder, { recursive: true });
});

jobsContract('SQLite', async () => {
  const own = await mkdtemp(join(tmpdir(), 'outlay-jobs-'));
  return { options: { file: join(own, 'deep', 'jobs.db') }, close: () => rm(own, { recursive: true }) };
});

describe('SQLite job queues', () => {
  test('hand a job to a worker of the same process without waiting for its next look', async () => {
    const jobs = await open();
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
  });

  test('go by their clock', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const jobs = await open({ now: () => new Date(now) });
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
  });

  test('let nothing be settled by a worker that lost its lock', async () => {
    let now = 0;
    const clock = { now: () => new Date(now) };
    const [late, prompt] = [await open(clock), await open(clock)];
    const [queue, id] = [newQueue(), newId()];
    const lockMs = 60_000;
    const [lateGate, promptGate] = [new Gate(), new Gate()];
    const failLate = async () => {
      await lateGate.handle();
      throw new Error('too late');
    };
    try {
      late.work(queue, failLate, { lockMs });
      await late.add(queue, { id, data: {} });
      await until(() => lateGate.inside === 1);
      now += lockMs;
      prompt.work(queue, promptGate.handle, { lockMs });
      await until(() => promptGate.inside === 1);
      lateGate.release();
      await late.close();
      expect(await prompt.state(queue, id)).toBe('active');
    } finally {
      lateGate.release();
      promptGate.release();
    }
    await untilState(prompt, queue, id, 'done');
  });

  test('say so when the file is locked by another process, and work on afterwards', async () => {
    const jobs = await open();
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
