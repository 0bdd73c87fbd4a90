/** `npm test`: installs and builds what is missing, runs every test, and closes with one line of counts. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, env, install, productNode, root } from './prepare.mjs';

install();
build();
const folder = mkdtempSync(join(tmpdir(), 'outlay-tests-'));
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const asked = process.argv.slice(2);
const BROWSER = '\\.e2e\\.test\\.ts$';

/** One run of Jest; what it counted. */
function run(name, args, profile = {}) {
  const results = join(folder, `${name}.json`);
  const { status } = spawnSync(
    productNode(),
    ['--experimental-vm-modules', '--no-warnings', jest, '--json', `--outputFile=${results}`, ...args],
    { cwd: root, env: { ...env, ...profile }, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { status, ...JSON.parse(readFileSync(results, 'utf8')) };
}

/** Why the scaled composition cannot run here; empty where it can. */
function missingServers() {
  const hooks = join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs');
  const program = join(root, 'deploy', 'harness', 'src', 'testing', 'print-missing.ts');
  const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings', '--import', hooks];
  const { status, stdout, stderr } = spawnSync(productNode(), [...flags, program], {
    cwd: root,
    env,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(stderr);
  return stdout;
}

/** The REST suite once more, each part a process of its own on real servers. */
function runScaled() {
  const missing = missingServers();
  if (missing === '') return run('scaled', ['--runInBand', 'deploy/acceptance/rest'], { OUTLAY_PROFILE: 'scaled' });
  console.log(`skipped: the REST suite on the scaled profile: ${missing}`);
  return {
    status: 0,
    testResults: [],
    numPassedTests: 0,
    numFailedTests: 0,
    numPendingTests: 1,
    numRuntimeErrorTestSuites: 0,
  };
}

// Each of the tests in a browser is three busy processes: one after another, or they wait for each other in vain.
const runs =
  asked.length > 0
    ? [run('asked', asked)]
    : [
        run('plain', ['--testPathIgnorePatterns', '/node_modules/', '/dist/', BROWSER]),
        run('browser', ['--runInBand', '--testPathPatterns', BROWSER]),
        runScaled(),
      ];
const sum = (count) => runs.reduce((total, one) => total + one[count], 0);
for (const { testResults } of runs) {
  for (const { assertionResults } of testResults) {
    for (const { status, fullName, invocations } of assertionResults) {
      if (status === 'pending') console.log(`skipped: ${fullName}`);
      if (invocations > 1) console.log(`${status} on the second try: ${fullName}`);
    }
  }
}
// A suite that could not even load has failed, though it counts no test.
const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites');
const skipped = sum('numPendingTests');
console.log(`${sum('numPassedTests')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : (runs.find(({ status }) => status !== 0)?.status ?? 0));
