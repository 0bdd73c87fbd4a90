/** `npm start`. Arguments go to the product (`--demo`). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { build, env, install, productNode, root } from './prepare.mjs';

install();
build();
const main = join(root, 'deploy', 'standalone', 'dist', 'main.js');
const options = ['--disable-warning=ExperimentalWarning', '--max-semi-space-size=8'];
const product = spawn(productNode(), [...options, main, ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group; SIGTERM does not.
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => signal === 'SIGTERM' && product.kill(signal));
product.on('exit', (code, signal) => process.exit(code ?? (signal === 'SIGKILL' ? 137 : 1)));
