/** Formatting, lint with its boundaries, and types, for the whole repository. */
import { install, run } from './prepare.mjs';

install();
run('prettier', ['--check', '--log-level', 'warn', '.']);
run('nx', ['run-many', '-t', 'lint', 'typecheck', '--output-style=static'], {
  stdio: ['ignore', 'pipe', 'inherit'],
  encoding: 'utf8',
});
console.log('Formatting, lint and types are clean.');
