/** Runs a tool of deploy/tools: `node run.mjs audit verify`. */
import { join } from 'node:path';
import { build, install, productNode, root, run } from './prepare.mjs';

const [tool, ...args] = process.argv.slice(2);
install();
build();
run(productNode(), [
  '--disable-warning=ExperimentalWarning',
  join(root, 'deploy', 'tools', 'dist', tool, 'main.js'),
  ...args,
]);
