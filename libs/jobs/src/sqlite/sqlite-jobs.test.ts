import type { Clock } from '@outlay/time';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { Gate, newId, newQueue, recorder, until, untilState } from '../contract/fixtures.js';
import { jobsContract } from '../jobs.contract.js';
import { DEFAULT_BACKOFF_MS, JobsUnavailable, type Jobs } from '../jobs.js';
import { openJobs } from '../open-jobs.js';
import { JobTable } from './job-table.js';
import { openDatabase } from './open-database.js';
import { SqliteJobs } from './sqlite-jobs.js';

const NEVER_MS = 3_600_000;

let folder: string;
let file: string;
const opened: Jobs[] = [];
const open = ({ clock, pollMs = 10 }: { clock?: Clock; pollMs?: number } = {}) => {
  const jobs = new SqliteJobs(new JobTable(openDatabase(file, 20), clock), pollMs);
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
  test('wake the workers of their own process instead of waiting for the next poll', async () => {
    const jobs = open({ pollMs: NEVER_MS });
    const queue = newQueue();
    jobs.work(queue, async () => undefined);
    for (let n = 0; n < 20; n += 1) {
      const id = newId();
      await jobs.add(queue, { id, data: {} });
      await untilState(jobs, queue, id, 'done');
    }
  });

  test('use the given clock', async () => {
    let now = Date.parse('2026-01-01T00:00:00Z');
    const jobs = open({ clock: { now: () => new Date(now) } });
    const [queue, id] = [newQueue(), newId()];
    const attempts: number[] = [];
    jobs.work(queue, async ({ attempt }) => {
      attempts.push(attempt);
      if (attempt === 1) throw new Error('in an hour');
    });
    await jobs.add(queue, { id, data: {}, backoffMs: 3_600_000 });
    await until(() => attempts.length === 1);
    await untilState(jobs, queue, id, 'waiting');
    now += 3_600_000;
    await untilState(jobs, queue, id, 'done');
    expect(attempts).toEqual([1, 2]);
  });

  test('take a pause or lock as over that ends later than it can, as after the clock was set back', async () => {
    let now = Date.parse('2026-01-02T00:00:00Z');
    const clock = { now: () => new Date(now) };
    const [queue, paused, locked] = [newQueue(), newId(), newId()];
    const table = new JobTable(openDatabase(file, 20), clock);
    for (const id of [paused, locked]) table.add(queue, { id, data: {}, backoffMs: 60_000 });
    const first = table.lockNext(queue, 10_000);
    table.lockNext(queue, 10_000);
    if (first) table.retry(first);
    now -= 30_000;
    expect(table.lockNext(queue, 10_000)).toBeNull();
    now -= 24 * 3_600_000;
    expect(table.lockNext(queue, 10_000)?.id).toBe(paused);
    expect(table.lockNext(queue, 10_000)).toBeNull();
    // The worker counts as dead, so its job pauses.
    now += 60_000;
    expect(table.lockNext(queue, 10_000)?.id).toBe(locked);
    table.close();
  });

  test('ignore the outcome of a worker that lost its lock', async () => {
    let now = 0;
    const clock = { now: () => new Date(now) };
    const [late, prompt] = [open({ clock }), open({ clock })];
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
      await untilState(prompt, queue, id, 'waiting');
      now += DEFAULT_BACKOFF_MS;
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

  test('are unavailable while another process locks the file, and work afterwards', async () => {
    const jobs = open();
    const [queue, id] = [newQueue(), newId()];
    const { received, handle } = recorder();
    jobs.work(queue, handle);
    const other = new DatabaseSync(file);
    other.exec('BEGIN IMMEDIATE');
    await expect(jobs.add(queue, { id, data: {} })).rejects.toBeInstanceOf(JobsUnavailable);
    other.close();
    await jobs.add(queue, { id, data: {} });
    await untilState(jobs, queue, id, 'done');
    expect(received).toHaveLength(1);
    await jobs.close();
    expect(await jobs.isReady()).toBe(false);
  });

  test('cannot be opened on a file that is not a database', async () => {
    await writeFile(file, 'This is text, long enough to be read as the header of a database. '.repeat(9));
    await expect(openJobs({ file })).rejects.toBeInstanceOf(JobsUnavailable);
  });
});
