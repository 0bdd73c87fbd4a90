import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { Redis } from 'ioredis';
import { Gate, newId, newQueue, recorder, until, untilState } from '../contract/given.js';
import { dieHolding, jobsContract } from '../jobs.contract.js';
import { DEFAULT_LOCK_MS, JobsUnavailable, type Jobs } from '../jobs.js';
import { openJobs } from '../open-jobs.js';

const file = 'not used';

describeOn(await backing('redis'), 'Job queues on Redis', (start) => {
  jobsContract('Redis', async () => {
    const redis = await start();
    return { options: { url: redis.url, file }, close: () => redis.close() };
  });
});

describeOn(await backing('redis', { own: true }), 'Job queues on a Redis in trouble', (start) => {
  let redis: BackingServer;
  beforeAll(async () => void (redis = await start()));
  beforeEach(() => redis.restart());
  afterAll(() => redis.close());

  const opened: Jobs[] = [];
  const open = async () => {
    const jobs = await openJobs({ url: redis.url, file });
    opened.push(jobs);
    return jobs;
  };
  afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.close())));

  async function command(name: string, ...args: string[]) {
    const client = new Redis(redis.url);
    await client.call(name, ...args);
    client.disconnect();
  }

  async function expectRefusedWithin(milliseconds: number, work: () => Promise<unknown>) {
    const startedAt = performance.now();
    await expect(work()).rejects.toBeInstanceOf(JobsUnavailable);
    expect(performance.now() - startedAt).toBeLessThan(milliseconds);
  }

  async function expectNotReady(jobs: Jobs) {
    const startedAt = performance.now();
    expect(await jobs.isReady()).toBe(false);
    expect(performance.now() - startedAt).toBeLessThan(2500);
  }

  test('that is down at first are refused at once, and work when it is there', async () => {
    await redis.kill();
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    const { got, handle } = recorder();
    jobs.work(queue, handle);
    await expectNotReady(jobs);
    await expectRefusedWithin(500, () => jobs.add(queue, { id, data: {} }));
    await expectRefusedWithin(500, () => jobs.state(queue, id));
    await redis.restart();
    await until(() => jobs.isReady());
    expect(await jobs.state(queue, id)).toBeNull();
    await jobs.add(queue, { id, data: {} });
    await untilState(jobs, queue, id, 'done');
    expect(got).toHaveLength(1);
  });

  test('that does not answer are refused within a second', async () => {
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    await jobs.add(queue, { id: newId(), data: {} });
    await redis.pause();
    await expectNotReady(jobs);
    await expectRefusedWithin(2500, () => jobs.add(queue, { id, data: {} }));
    await redis.resume();
    await until(() => jobs.isReady());
    await jobs.add(queue, { id, data: {} });
  });

  test('that is killed keep their jobs, and the same worker goes on with them soon after', async () => {
    const jobs = await open();
    const queue = newQueue();
    const [running, waiting, later] = [newId(), newId(), newId()];
    const gate = new Gate();
    const done: string[] = [];
    jobs.work(queue, async ({ id }) => {
      if (id === running) await gate.handle();
      done.push(id);
    });
    await jobs.add(queue, { id: running, data: {} });
    await jobs.add(queue, { id: waiting, data: {} });
    await until(() => gate.inside === 1);
    await redis.kill();
    await expectRefusedWithin(2500, () => jobs.add(queue, { id: later, data: {} }));
    gate.release();
    await redis.restart();
    const startedAt = performance.now();
    await until(() => jobs.isReady());
    await jobs.add(queue, { id: later, data: {} });
    for (const id of [running, waiting, later]) await untilState(jobs, queue, id, 'done');
    expect(performance.now() - startedAt).toBeLessThan(5000);
    expect(new Set(done)).toEqual(new Set([running, waiting, later]));
  });

  test('that is wiped take the same ids again', async () => {
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    const { got, handle } = recorder();
    jobs.work(queue, handle);
    await jobs.add(queue, { id, data: 'before' });
    await untilState(jobs, queue, id, 'done');
    await command('FLUSHALL');
    expect(await jobs.state(queue, id)).toBeNull();
    await jobs.add(queue, { id, data: 'after' });
    await untilState(jobs, queue, id, 'done');
    expect(got).toMatchObject([{ data: 'before' }, { data: 'after' }]);
  });

  test('that is full are refused, and go on when there is room', async () => {
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    const { handle } = recorder();
    jobs.work(queue, handle);
    await command('CONFIG', 'SET', 'maxmemory', '1');
    await expectRefusedWithin(500, () => jobs.add(queue, { id, data: {} }));
    await command('CONFIG', 'SET', 'maxmemory', '0');
    await jobs.add(queue, { id, data: {} });
    await untilState(jobs, queue, id, 'done');
  });

  test('can be closed while it is down, though a handler is still at work', async () => {
    const jobs = await open();
    const queue = newQueue();
    const gate = new Gate();
    jobs.work(queue, gate.handle);
    await jobs.add(queue, { id: newId(), data: {} });
    await until(() => gate.inside === 1);
    await redis.kill();
    const closed = jobs.close().then(() => gate.inside);
    gate.release();
    expect(await closed).toBe(0);
  });

  test('can be closed though it was never there', async () => {
    await redis.kill();
    const jobs = await open();
    jobs.work(newQueue(), async () => undefined);
    await jobs.close();
  });

  test('lose no job to a killed worker: another has it within 15 seconds', async () => {
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    await jobs.add(queue, { id, data: 'kept' });
    const { got, handle } = recorder();
    const bystander = await open();
    await dieHolding({ url: redis.url, file }, queue, DEFAULT_LOCK_MS);
    const killedAt = performance.now();
    jobs.work(queue, handle);
    bystander.work(queue, handle);
    await untilState(jobs, queue, id, 'done');
    expect(performance.now() - killedAt).toBeLessThan(15_000);
    expect(got).toEqual([{ id, data: 'kept', attempt: 2 }]);
  }, 30_000);
});

describe('a URL that is not one of Redis', () => {
  test.each(['localhost:6379', 'http://:secret@localhost', ''.padEnd(3)])(
    'such as %j is refused without being told',
    async (url) => {
      const refused = openJobs({ url, file });
      await expect(refused).rejects.toBeInstanceOf(RangeError);
      await expect(refused).rejects.not.toThrow('secret');
    },
  );
});
