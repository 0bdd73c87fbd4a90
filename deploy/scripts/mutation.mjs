/** `npm run mutation`; `npm run mutation -- rules` does one area. */
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { AREAS } from './mutation/areas.js';
import { env, install, productNode, root } from './prepare.mjs';

install();
const asked = process.argv.slice(2);
const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
for (const area of asked.length > 0 ? asked : Object.keys(AREAS)) {
  if (!(area in AREAS)) throw new Error(`There is no area ${area}, only ${Object.keys(AREAS).join(', ')}.`);
  console.log(`\nMutating ${area} …`);
  const { status } = spawnSync(productNode(), [stryker, 'run', 'deploy/scripts/mutation/stryker.config.js'], {
    cwd: root,
    env: { ...env, MUTATION_AREA: area },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
