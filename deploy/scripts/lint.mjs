/** `npm run lint`: formatting, lint, types, boundaries, cycles, and unused code; `-- --fix` formats. */
import { join } from 'node:path';
import { install, root, run } from './prepare.mjs';

/** TypeScript 7 has no API for ESLint yet, so that it stands beside 6 under a name of its own. */
const TYPESCRIPT = join(root, 'node_modules', 'typescript-7', 'bin', 'tsc');
/** The server's code must not know the DOM; tests of the whole product and rigs drive pages. */
const TYPED = ['.', 'deploy', 'web', 'web/tsconfig.node.json'];

install();
if (process.argv.includes('--fix')) run('prettier', ['--write', '--log-level', 'warn', '.']);
else run('prettier', ['--check', '--log-level', 'warn', '.']);
for (const project of TYPED) run(process.execPath, [TYPESCRIPT, '--project', project]);
run('nx', ['run-many', '-t', 'lint', '--output-style=static'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
});
run('depcruise', ['--config', 'package-boundaries.config.js', 'libs', 'services', 'gateway', 'web', 'deploy']);
run('depcruise', ['--config', 'dependency-cruiser.config.js', 'libs', 'services', 'gateway', 'web/src', 'deploy']);
run('knip', ['--no-progress', '--no-config-hints']);
console.log('Formatting, lint, types, boundaries, cycles and unused code are clean.');
