/** `npm test`: installs and builds what is missing, runs every test, and closes with one line of counts. */
import { mkdtempSync, readFileSync } from 'node:fs';
import { spawnSync } from 'node:child_process';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, env, install, productNode, root } from './prepare.mjs';

install();
build();
const results = join(mkdtempSync(join(tmpdir(), 'outlay-tests-')), 'results.json');
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
const { status } = spawnSync(
  productNode(),
  ['--experimental-vm-modules', '--no-warnings', jest, '--json', `--outputFile=${results}`, ...process.argv.slice(2)],
  { cwd: root, env, stdio: ['ignore', 'ignore', 'inherit'] },
);
const { numPassedTests, numFailedTests, numPendingTests, numRuntimeErrorTestSuites, testResults } = JSON.parse(
  readFileSync(results, 'utf8'),
);
for (const { assertionResults } of testResults) {
  for (const test of assertionResults) if (test.status === 'pending') console.log(`skipped: ${test.fullName}`);
}
// A suite that could not even load has failed, though it counts no test.
const failed = numFailedTests + numRuntimeErrorTestSuites;
console.log(`${numPassedTests} passed, ${failed} failed${numPendingTests > 0 ? `, ${numPendingTests} skipped` : ''}`);
process.exit(failed > 0 ? 1 : (status ?? 1));
