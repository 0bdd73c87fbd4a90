/**
 * `npm run checks -- contract-eventstore` runs the tests that use the event store on the EventStoreDB of EVENTSTORE_URL, or
 * one in a container if there is Docker, and prints how soon it answers equal appends at once; what the tests write stays
 * there. With `--double`, as continuous integration runs it, the server is the double of the tests.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { jest, report } from './jest.mjs';
import { install, productNode, root, run } from './prepare.mjs';

/** Jest runs these and all tests that import one of them, in other packages by the condition `default` of `./contract`. */
const RELATED = [
  'libs/event-store/src/eventstoredb/contract.test.ts',
  'libs/event-store/src/contract/test-event-store.ts',
];
const backing = join(root, 'libs', 'testing', 'src', 'backing');
const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings'];
const fromSources = [...flags, '--import', join(backing, 'source-names.mjs')];
const isDouble = process.argv.includes('--double');

install();
const double = [join(root, 'libs', 'event-store', 'test', 'serve-double.mjs')];
const container = [join(backing, 'start-and-wait.mjs'), 'eventstore'];
const { EVENTSTORE_URL: given } = process.env;
const server =
  given && !isDouble ? { url: given, stop: () => undefined } : await serverOf(isDouble ? double : container);
process.on('exit', server.stop);
report([jest(['server'], ['--forceExit', '--findRelatedTests', ...RELATED], { EVENTSTORE_URL: server.url })]);
if (!isDouble && process.exitCode === 0) {
  const measure = join(root, 'libs', 'event-store', 'test', 'measure-repeated-appends.mjs');
  run(productNode(), [...fromSources, measure, server.url]);
}
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
