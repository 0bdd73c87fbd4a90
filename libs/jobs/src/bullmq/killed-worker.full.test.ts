import { backing, describeOn, type BackingServer } from '@outlay/testing/backing/index';
import { eventually } from '@outlay/testing';
import { newId, newQueue, recorder } from '../contract/fixtures.js';
import { killWorkerDuringJob } from '../jobs.contract.js';
import { DEFAULT_LOCK_MS } from '../jobs.js';
import { openJobs } from '../open-jobs.js';

const WITHIN_MS = 15_000;

const timers = () => process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;

describeOn(await backing('redis'), 'Job queues on Redis', (start) => {
  let redis: BackingServer;
  let timersBefore: number;
  beforeAll(async () => {
    timersBefore = timers();
    redis = await start();
  });
  afterAll(async () => {
    await redis.close();
    // BullMQ's check for stalled jobs outlives its worker by one interval, and would keep Jest's process alive.
    await eventually(() => timers() <= timersBefore);
  });

  test('pass the job of a killed worker to another within 15 seconds, with the default lock', async () => {
    const options = { url: redis.url, file: 'not used' };
    const [jobs, bystander] = [await openJobs(options), await openJobs(options)];
    const [queue, id] = [newQueue(), newId()];
    await jobs.add(queue, { id, data: 'kept' });
    const { received, handle } = recorder();
    await killWorkerDuringJob(options, queue, DEFAULT_LOCK_MS);
    jobs.work(queue, handle);
    bystander.work(queue, handle);
    await eventually(async () => (await jobs.state(queue, id)) === 'done', WITHIN_MS);
    expect(received).toEqual([{ id, data: 'kept', attempt: 2 }]);
    await Promise.all([jobs.close(), bystander.close()]);
  }, 30_000);
});
