/** `npm run checks -- mutation`; `npm run checks -- mutation domain [files …]` does one area, or some of its files. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { AREAS } from './mutation/areas.js';
import { env, install, productNode, root, run } from './prepare.mjs';

const [asked, ...files] = process.argv.slice(2);
if (asked !== undefined && !(asked in AREAS)) {
  console.error(`Which area? One of: ${Object.keys(AREAS).join(', ')}`);
  process.exit(1);
}
install();
const home = join(root, 'deploy', 'scripts', 'mutation');
const stryker = join(home, 'node_modules', '@stryker-mutator', 'core', 'bin', 'stryker.js');
if (!existsSync(stryker)) run('npm', ['ci', '--no-audit', '--no-fund', '--loglevel=error'], { cwd: home });
/** The tests' files; otherwise most of the time goes into waiting for the disk. */
const inMemory = existsSync('/dev/shm') ? { TMPDIR: '/dev/shm' } : {};
const flags = files.length > 0 ? ['--mutate', files.join(',')] : [];
for (const area of asked === undefined ? Object.keys(AREAS) : [asked]) {
  console.log(`\nMutating ${area} …`);
  const { status } = spawnSync(productNode(), [stryker, 'run', 'deploy/scripts/mutation/stryker.config.js', ...flags], {
    cwd: root,
    env: { ...env, ...inMemory, MUTATION_AREA: area },
    stdio: 'inherit',
  });
  if (status !== 0) process.exitCode = 1;
}
