/** `npm test`; `npm test -- --full` runs the other tier, `npm test -- <path>` runs the matching files of both tiers. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jest, report } from './jest.mjs';
import { build, env, install, productNode, root } from './prepare.mjs';

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
