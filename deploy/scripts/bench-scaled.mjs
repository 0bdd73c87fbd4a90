/** `npm run checks -- bench-scaled`. Its helpers are not built, so Node runs them from their sources. */
import { join } from 'node:path';
import { build, install, productNode, root, run } from './prepare.mjs';

install();
build();
run(productNode(), [
  ...['--conditions=source', '--experimental-transform-types', '--no-warnings'],
  ...['--import', join(root, 'libs', 'testing', 'src', 'backing', 'source-names.mjs')],
  join(root, 'deploy', 'checks', 'bench-scaled', 'testing', 'main.ts'),
]);
