import { join } from 'node:path';
import { openJobs } from '@outlay/jobs';
import { unfinishedJobs } from '@outlay/telemetry';
import { tempFolder } from '@outlay/testing';
import { QueueLength } from './queue-length.js';
import { ReportQueue } from './report-queue.js';

it('counts the reports that are not made yet, and tells no old length once the queue does not answer', async () => {
  const folder = await tempFolder('queue-length');
  const jobs = await openJobs({ file: join(folder.path, 'jobs.db') });
  const queue = new ReportQueue(jobs);
  const length = new QueueLength(queue);
  const measured = async () => (await unfinishedJobs.get()).values.map(({ value }) => value);

  for (const paymentId of ['p-1', 'p-2']) await queue.add({ paymentId, attempt: 1 }, 'test-queue-length');
  await length.measure();
  expect(await measured()).toEqual([2]);

  await jobs.close();
  await length.measure();
  expect(await measured()).toEqual([]);
  await folder.remove();
});
