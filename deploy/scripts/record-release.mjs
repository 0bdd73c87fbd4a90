/** `npm run checks -- record-release`: the data folder of this version, for the upgrade test of the next ones. */
import { join } from 'node:path';
import { build, install, productNode, root, run } from './prepare.mjs';

const hooks = join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs');
const program = join(root, 'deploy', 'acceptance', 'upgrade', 'record.ts');
install();
build();
run(productNode(), [
  '--conditions=source',
  '--experimental-transform-types',
  '--no-warnings',
  '--import',
  hooks,
  program,
]);
