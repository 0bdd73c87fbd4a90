/**
 * `npm run contract:eventstore` tests against the EventStoreDB of EVENTSTORE_URL, and prints how soon it answers equal
 * appends at once; what the tests write stays there.
 */
import { join } from 'node:path';
import { install, productNode, root, run } from './prepare.mjs';

const SUITES = ['libs/event-store/src/eventstoredb/contract.test.ts', 'services/expenses/src/'];

if (!process.env.EVENTSTORE_URL) {
  console.error('Set EVENTSTORE_URL to an EventStoreDB of 23.10 or later, such as esdb://127.0.0.1:2113?tls=false');
  process.exit(1);
}
install();
const jest = join(root, 'node_modules', 'jest', 'bin', 'jest.js');
run(productNode(), ['--experimental-vm-modules', '--no-warnings', jest, '--runInBand', ...SUITES]);

const flags = ['--conditions=source', '--experimental-transform-types', '--no-warnings'];
const sourceNames = join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs');
const measure = join(root, 'libs', 'event-store', 'test', 'measure-repeated-appends.mjs');
run(productNode(), [...flags, '--import', sourceNames, measure, process.env.EVENTSTORE_URL]);
