/** Runs Jest, and reports what several runs of it found. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { env, productNode, root } from './prepare.mjs';

const SLOWEST = 10;
/** A run that takes longer hangs. */
const RUN_MS = 55 * 60_000;
/** Tests start hundreds of processes of the same modules, many from TypeScript sources; the product uses this folder, too. */
const COMPILED = join(root, 'node_modules', '.cache', 'compiled');
const folder = mkdtempSync(join(tmpdir(), 'outlay-tests-'));

export function jest(projects, options = [], extraEnv = {}) {
  const results = join(folder, `${projects.join('-')}.json`);
  const program = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
  const flags = ['--json', `--outputFile=${results}`, '--passWithNoTests', '--selectProjects', ...projects, ...options];
  const { status } = spawnSync(productNode(), ['--experimental-vm-modules', '--no-warnings', program, ...flags], {
    cwd: root,
    env: { ...env, NODE_COMPILE_CACHE: COMPILED, ...extraEnv },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: RUN_MS,
    killSignal: 'SIGKILL',
  });
  if (status === null) throw new Error(`Jest was stopped after ${RUN_MS / 60_000} minutes: ${projects.join(', ')}`);
  return { status, ...JSON.parse(readFileSync(results, 'utf8')) };
}

/** Prints the skipped tests, the slowest files and, as the last line, the counts. It also sets the exit code. */
export function report(runs) {
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
