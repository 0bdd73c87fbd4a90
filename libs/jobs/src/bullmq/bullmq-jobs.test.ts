import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { Redis } from 'ioredis';
import { Gate, newId, newQueue, recorder, until, untilState } from '../contract/fixtures.js';
import { jobsContract } from '../jobs.contract.js';
import { JobsUnavailable, type Jobs } from '../jobs.js';
import { openJobs } from '../open-jobs.js';
import { BullmqJobs } from './bullmq-jobs.js';

const file = 'not used';
const PATIENT_MS = 10_000;

describeOn(await backing('redis'), 'Job queues on Redis', (start) => {
  jobsContract('Redis', async () => {
    const redis = await start();
    return { options: { url: redis.url, file }, close: () => redis.close() };
  });
});

describeOn(await backing('redis', { own: true }), 'Job queues on a failing Redis', (start) => {
  let redis: BackingServer;
  beforeAll(async () => void (redis = await start()));
  beforeEach(() => redis.restart());
  afterAll(() => redis.close());

  const opened: Jobs[] = [];
  const open = async (reply = PATIENT_MS) => {
    const jobs = await BullmqJobs.open(redis.url, { reply, close: 100 });
    opened.push(jobs);
    return jobs;
  };
  afterEach(() => Promise.all(opened.splice(0).map((jobs) => jobs.close())));

  async function command(name: string, ...args: string[]) {
    const client = new Redis(redis.url);
    await client.call(name, ...args);
    client.disconnect();
  }

  const expectUnavailable = (work: Promise<unknown>) => expect(work).rejects.toBeInstanceOf(JobsUnavailable);

  test('that is down at first are unavailable, and work once it is up', async () => {
    await redis.kill();
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    const { received, handle } = recorder();
    jobs.work(queue, handle);
    expect(await jobs.isReady()).toBe(false);
    await expectUnavailable(jobs.add(queue, { id, data: {} }));
    await expectUnavailable(jobs.state(queue, id));
    await redis.restart();
    await until(() => jobs.isReady());
    expect(await jobs.state(queue, id)).toBeNull();
    await jobs.add(queue, { id, data: {} });
    await untilState(jobs, queue, id, 'done');
    expect(received).toHaveLength(1);
  });

  test('that does not reply are unavailable until it does', async () => {
    const jobs = await open(400);
    const [queue, id] = [newQueue(), newId()];
    // A call on a busy machine may take longer than the short timeout.
    const untilAdded = (added: string) =>
      until(() =>
        jobs.add(queue, { id: added, data: {} }).then(
          () => true,
          () => false,
        ),
      );
    await untilAdded(newId());
    await redis.pause();
    expect(await jobs.isReady()).toBe(false);
    await expectUnavailable(jobs.add(queue, { id, data: {} }));
    await redis.resume();
    await until(() => jobs.isReady());
    await untilAdded(id);
  });

  test('that is killed keep their jobs, and the same worker continues with them', async () => {
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
    await expectUnavailable(jobs.add(queue, { id: later, data: {} }));
    gate.release();
    await redis.restart();
    await until(() => jobs.isReady());
    await jobs.add(queue, { id: later, data: {} });
    for (const id of [running, waiting, later]) await untilState(jobs, queue, id, 'done');
    expect(new Set(done)).toEqual(new Set([running, waiting, later]));
  });

  test('that is wiped accept the same ids again', async () => {
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    const { received, handle } = recorder();
    jobs.work(queue, handle);
    await jobs.add(queue, { id, data: 'before' });
    await untilState(jobs, queue, id, 'done');
    await command('FLUSHALL');
    expect(await jobs.state(queue, id)).toBeNull();
    await jobs.add(queue, { id, data: 'after' });
    await untilState(jobs, queue, id, 'done');
    expect(received).toMatchObject([{ data: 'before' }, { data: 'after' }]);
  });

  test('that is full are unavailable, and continue when there is room', async () => {
    const jobs = await open();
    const [queue, id] = [newQueue(), newId()];
    const { handle } = recorder();
    jobs.work(queue, handle);
    await command('CONFIG', 'SET', 'maxmemory', '1');
    await expectUnavailable(jobs.add(queue, { id, data: {} }));
    await command('CONFIG', 'SET', 'maxmemory', '0');
    await jobs.add(queue, { id, data: {} });
    await untilState(jobs, queue, id, 'done');
  });

  test('that is down can be closed while a handler is running', async () => {
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

  test('that was never up can be closed', async () => {
    await redis.kill();
    const jobs = await open();
    jobs.work(newQueue(), async () => undefined);
    await jobs.close();
  });
});

describe('a URL that is not a Redis URL', () => {
  test.each(['localhost:6379', 'http://:secret@localhost', ''.padEnd(3)])(
    'such as %j is rejected without showing it',
    async (url) => {
      const rejected = openJobs({ url, file });
      await expect(rejected).rejects.toBeInstanceOf(RangeError);
      await expect(rejected).rejects.not.toThrow('secret');
    },
  );
});
