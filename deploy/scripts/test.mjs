/** `npm test`; `npm test -- --full` runs the other tier, `npm test -- <path>` runs the matching files of both tiers. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { createInterface } from 'node:readline';
import { build, env, install, productNode, root } from './prepare.mjs';

const SLOWEST = 10;
/** A run that takes longer hangs. */
const RUN_MS = 40 * 60_000;

/** Each of these crosses a process boundary in its own way, so they run on the scaled composition as well. */
const SCALED_REST = [
  'as-of',
  'attacks-sessions',
  'audit-feed',
  'audit-log',
  'calls',
  'idempotency',
  'messages',
  'proof-pack',
  'receipts',
  'timeline',
  'versions',
  'why',
].map((name) => `deploy/acceptance/rest/${name}.test.ts`);

const args = process.argv.slice(2);
const isFull = args[0] === '--full';
const paths = isFull ? args.slice(1) : args;

install();
build();
const folder = mkdtempSync(join(tmpdir(), 'outlay-tests-'));
const runs = await (paths.length > 0 ? runAsked() : isFull ? runFull() : runFast());
report(runs);

function runAsked() {
  return [jest(['server', 'web', 'browser', 'full', 'full-product'], ['--maxWorkers=1', '--', ...paths])];
}

function runFast() {
  // Each browser test runs three busy processes, so others would delay it.
  return [jest(['server', 'web']), jest(['browser'], ['--maxWorkers=1'])];
}

async function runFull() {
  const runs = [jest(['full']), jest(['full-product'], ['--maxWorkers=1'])];
  const product = startScaledProduct();
  const environment = await product.environment;
  if (environment.missing) {
    console.log(`skipped: the REST suite on the scaled composition: ${environment.missing}`);
    runs.push({
      status: 0,
      testResults: [],
      numPassedTests: 0,
      numFailedTests: 0,
      numPendingTests: 1,
      numRuntimeErrorTestSuites: 0,
    });
  } else {
    runs.push(jest(['server'], ['--maxWorkers=1', '--', ...SCALED_REST], environment));
  }
  await product.stop();
  return runs;
}

function jest(projects, options = [], extraEnv = {}) {
  const results = join(folder, `${projects.join('-')}.json`);
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--json', `--outputFile=${results}`, '--passWithNoTests', '--selectProjects', ...projects, ...options];
  const { status } = spawnSync(productNode(), ['--experimental-vm-modules', '--no-warnings', program, ...flags], {
    cwd: root,
    env: { ...env, ...extraEnv },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: RUN_MS,
    killSignal: 'SIGKILL',
  });
  if (status === null) throw new Error(`Jest was stopped after ${RUN_MS / 60_000} minutes: ${projects.join(', ')}`);
  return { status, ...JSON.parse(readFileSync(results, 'utf8')) };
}

function startScaledProduct() {
  const hooks = join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs');
  const program = join(root, 'deploy', 'harness', 'src', 'testing', 'serve-scaled.ts');
  const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings', '--import', hooks];
  const child = spawn(productNode(), [...flags, program], { cwd: root, env, stdio: ['pipe', 'pipe', 'inherit'] });
  const exited = once(child, 'exit');
  return {
    environment: Promise.race([
      once(createInterface(child.stdout), 'line').then(([line]) => JSON.parse(line)),
      exited.then(() => Promise.reject(new Error('The scaled product did not start'))),
    ]),
    stop: async () => {
      child.stdin.end();
      await exited;
    },
  };
}

function report(runs) {
  const suites = runs.flatMap(({ testResults }) => testResults);
  for (const { status, fullName } of suites.flatMap(({ assertionResults }) => assertionResults)) {
    if (status === 'pending') console.log(`skipped: ${fullName}`);
  }
  console.log(`\nThe ${SLOWEST} slowest files:`);
  const slowest = suites.toSorted((a, b) => b.endTime - b.startTime - (a.endTime - a.startTime)).slice(0, SLOWEST);
  for (const { name, startTime, endTime } of slowest) {
    console.log(`${((endTime - startTime) / 1000).toFixed(1).padStart(7)} s  ${relative(root, name)}`);
  }
  const sum = (count) => runs.reduce((total, run) => total + run[count], 0);
  // A file that fails to load counts no test.
  const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites');
  const skipped = sum('numPendingTests');
  console.log(`${sum('numPassedTests')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  process.exitCode = failed > 0 ? 1 : (runs.find(({ status }) => status !== 0)?.status ?? 0);
}
