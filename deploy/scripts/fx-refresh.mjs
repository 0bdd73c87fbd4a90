import { join } from 'node:path';
import { build, install, productNode, root, run } from './prepare.mjs';

install();
build();
run(productNode(), [join(root, 'services', 'fx', 'scripts', 'refresh-bundle.mjs'), ...process.argv.slice(2)]);
