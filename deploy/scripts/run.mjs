/** Runs a program of deploy/tools or deploy/checks: `node run.mjs tools/audit verify`. */
import { join } from 'node:path';
import { build, install, productNode, root, run } from './prepare.mjs';

const [program, ...args] = process.argv.slice(2);
const [folder, name] = program.split('/');
install();
build();
run(productNode(), [
  '--disable-warning=ExperimentalWarning',
  join(root, 'deploy', folder, 'dist', name, 'main.js'),
  ...args,
]);
