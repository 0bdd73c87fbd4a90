/** `npm start`. Arguments go to the product (`--demo`). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, env, install, productNode, root } from './prepare.mjs';

install();
build();
const main = join(root, 'deploy', 'standalone', 'dist', 'main.js');
const product = spawn(productNode(), ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group; SIGTERM does not.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && product.kill(signal));
product.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
