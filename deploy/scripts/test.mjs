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
function run(name, args) {
  const results = join(folder, `${name}.json`);
  const { status } = spawnSync(
    productNode(),
    ['--experimental-vm-modules', '--no-warnings', jest, '--json', `--outputFile=${results}`, ...args],
    { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
  );
  return { status, ...JSON.parse(readFileSync(results, 'utf8')) };
}

// Each of the tests in a browser is three busy processes: one after another, or they wait for each other in vain.
const runs =
  asked.length > 0
    ? [run('asked', asked)]
    : [
        run('plain', ['--testPathIgnorePatterns', '/node_modules/', '/dist/', BROWSER]),
        run('browser', ['--runInBand', '--testPathPatterns', BROWSER]),
      ];
const sum = (count) => runs.reduce((total, one) => total + one[count], 0);
for (const { testResults } of runs) {
  for (const { assertionResults } of testResults) {
    for (const test of assertionResults) if (test.status === 'pending') console.log(`skipped: ${test.fullName}`);
  }
}
// A suite that could not even load has failed, though it counts no test.
const failed = sum('numFailedTests') + sum('numRuntimeErrorTestSuites');
const skipped = sum('numPendingTests');
console.log(`${sum('numPassedTests')} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
process.exit(failed > 0 ? 1 : (runs.find(({ status }) => status !== 0)?.status ?? 0));
