/**
 * `npm run checks -- contract-eventstore` tests against the EventStoreDB of EVENTSTORE_URL, or one in a container if there is Docker, and
 * prints how soon it answers equal appends at once; what the tests write stays there. With `--double`, as continuous
 * integration runs it, the server is the double of the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { env, install, productNode, root, run } from './prepare.mjs';

const SUITES = ['libs/event-store/src/eventstoredb/contract.test.ts', 'services/expenses/src/'];
const backing = join(root, 'libs', 'testing', 'src', 'backing');
const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings'];
const fromSources = [...flags, '--import', join(backing, 'source-names.mjs')];

install();
const double = [join(root, 'libs', 'event-store', 'test', 'serve-double.mjs')];
const container = [join(backing, 'start-and-wait.mjs'), 'eventstore'];
const server = process.env.EVENTSTORE_URL
  ? { url: process.env.EVENTSTORE_URL, stop: () => undefined }
  : await serverOf(process.argv.includes('--double') ? double : container);
// The server also stops if a suite fails, which ends this process.
process.on('exit', server.stop);
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
run(productNode(), ['--experimental-vm-modules', '--no-warnings', jest, '--runInBand', '--forceExit', ...SUITES], {
  env: { ...env, EVENTSTORE_URL: server.url },
});
const measure = join(root, 'libs', 'event-store', 'test', 'measure-repeated-appends.mjs');
run(productNode(), [...fromSources, measure, server.url]);
server.stop();

async function serverOf(script) {
  const child = spawn(productNode(), [...fromSources, ...script], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [url] = await Promise.race([once(createInterface(child.stdout), 'line'), once(child, 'exit')]);
  if (typeof url === 'string') return { url, stop: () => child.kill() };
  console.error('Set EVENTSTORE_URL to an EventStoreDB of 23.10 or later, such as esdb://127.0.0.1:2113?tls=false');
  process.exit(1);
}
