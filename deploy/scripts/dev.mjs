/** `npm run dev`: the product from its sources, live after each change. Arguments go to the product (`--demo`). */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { env, install, productNode, root } from './prepare.mjs';

install();
const main = join(root, 'deploy', 'scripts', 'dev', 'main.mjs');
const development = spawn(productNode(), ['--disable-warning=ExperimentalWarning', main, ...process.argv.slice(2)], {
  cwd: root,
  env,
  stdio: 'inherit',
});
// Ctrl-C reaches the whole process group; a signal sent to this process alone is passed on.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => development.kill(signal));
development.on('exit', (code) => process.exit(code ?? 1));
