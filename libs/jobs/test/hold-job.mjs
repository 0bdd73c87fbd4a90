// Works on queue argv[3] of the queues opened with argv[2]; prints the id of each job it gets and never finishes it.
import { openJobs } from '../src/index.ts';

const [, , options, queue, lockMs] = process.argv;
const jobs = await openJobs(JSON.parse(options));
const hold = (job) => {
  process.stdout.write(`${job.id}\n`);
  return new Promise(() => {});
};
jobs.work(queue, hold, { lockMs: Number(lockMs) });
