/** `npm run lint`: formatting, lint, types, boundaries, cycles, and unused code; `-- --fix` formats. */
import { install, run } from './prepare.mjs';

install();
if (process.argv.includes('--fix')) run('prettier', ['--write', '--log-level', 'warn', '.']);
else run('prettier', ['--check', '--log-level', 'warn', '.']);
run('nx', ['run-many', '-t', 'lint', 'typecheck', '--output-style=static'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
});
run('depcruise', ['--config', 'package-boundaries.config.js', 'libs', 'services', 'gateway', 'web', 'deploy']);
run('depcruise', ['--config', 'dependency-cruiser.config.js', 'libs', 'services', 'gateway', 'web/src', 'deploy']);
run('knip', ['--no-progress', '--no-config-hints']);
console.log('Formatting, lint, types, boundaries, cycles and unused code are clean.');
