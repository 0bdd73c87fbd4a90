// Works on the queue argv[3] of the jobs that the options in argv[2] open, never finishes, and says when it holds a job.
// Runs on the TypeScript sources: Node strips the types, and the hook finds the .ts files behind the .js names.
import { registerHooks } from 'node:module';

registerHooks({
  resolve(specifier, context, next) {
    const isSource = specifier.startsWith('.') && context.parentURL?.endsWith('.ts');
    return next(isSource ? specifier.replace(/\.js$/, '.ts') : specifier, context);
  },
});
const { openJobs } = await import('../src/index.ts');

const [, , options, queue, lockMs] = process.argv;
const jobs = await openJobs(JSON.parse(options));
const hold = (job) => {
  process.stdout.write(`${job.id}\n`);
  return new Promise(() => {});
};
jobs.work(queue, hold, { lockMs: Number(lockMs) });
