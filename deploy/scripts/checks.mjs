/** `npm run checks` tries to violate the invariants; `npm run checks -- <name> [options]` runs another rig or script. */
import { join } from 'node:path';
import { root, run } from './prepare.mjs';

const RIGS = ['bench', 'fx-check', 'invariants', 'screenshots', 'web-bench'];
const SCRIPTS = ['bench-scaled', 'contract-eventstore', 'fx-refresh', 'mutation', 'record-release'];

const given = process.argv.slice(2);
const [name, ...options] = given[0]?.startsWith('-') === false ? given : ['invariants', ...given];
if (!RIGS.includes(name) && !SCRIPTS.includes(name)) {
  console.error(`npm run checks -- [${[...RIGS, ...SCRIPTS].toSorted().join('|')}] [options]`);
  process.exit(1);
}
const program = RIGS.includes(name) ? ['run.mjs', `checks/${name}`] : [`${name}.mjs`];
run(process.execPath, [join(root, 'deploy', 'scripts', program[0]), ...program.slice(1), ...options]);
