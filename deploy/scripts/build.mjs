/** `npm run build`. */
import { build, install } from './prepare.mjs';

install();
build();
