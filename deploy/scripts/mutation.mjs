/** `npm run mutation`; `npm run mutation -- expenses [files …]` does one area, or some of its files. */
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { AREAS } from './mutation/areas.js';
import { env, install, productNode, root } from './prepare.mjs';

const [asked, ...files] = process.argv.slice(2);
if (asked !== undefined && !(asked in AREAS)) {
  console.error(`Which area? One of: ${Object.keys(AREAS).join(', ')}`);
  process.exit(1);
}
install();
const stryker = join(root, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
const flags = files.length > 0 ? ['--mutate', files.join(',')] : [];
for (const area of asked === undefined ? Object.keys(AREAS) : [asked]) {
  console.log(`\nMutating ${area} …`);
  const { status } = spawnSync(productNode(), [stryker, 'run', 'deploy/scripts/mutation/stryker.config.js', ...flags], {
    cwd: root,
    env: { ...env, MUTATION_AREA: area },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
