/**
 * `npm run bench:scaled`: the built product, its parts and servers started by the helpers of its tests. Those are not
 * built, so that Node runs them from their sources.
 */
import { join } from 'node:path';
import { build, install, productNode, root, run } from './prepare.mjs';

install();
build();
run(productNode(), [
  ...['--conditions=source', '--experimental-transform-types', '--no-warnings'],
  ...['--import', join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs')],
  join(root, 'deploy', 'tools', 'bench-scaled', 'testing', 'main.ts'),
]);
