/** Prints how to reach the product as one line of JSON, and runs until its input ends; for `npm test -- --full`. */
import { once } from 'node:events';
import { join } from 'node:path';
import { RestClient } from '@outlay/seed';
import { tempFolder } from '@outlay/testing/temp-folder';
import { printedInvite } from '../start-process.js';
import { FIRST_ADMIN, signUp } from './people.js';
import { ScaledProduct } from './scaled-product.js';
import { findServers, type Servers } from './servers.js';
import { testClock } from './test-clock.js';

const found = await findServers();
if (found.missing === null) {
  process.stderr.write(`The scaled composition runs on ${found.products.join(', ')}.\n`);
  await serve(await found.start());
} else console.log(JSON.stringify({ missing: found.missing }));

async function serve(servers: Servers): Promise<void> {
  const folder = await tempFolder('outlay-scaled-clock');
  try {
    const clock = testClock(join(folder.path, 'clock.json'));
    const product = await ScaledProduct.start(servers, { ...clock, instances: { expenses: 2, 'report-worker': 2 } });
    try {
      await signUp(new RestClient(product.origin), await printedInvite(product.one('auth')), FIRST_ADMIN);
      console.log(JSON.stringify({ OUTLAY_SCALED_ORIGIN: product.origin, ...clock.env }));
      process.stdin.resume();
      await once(process.stdin, 'end');
    } finally {
      await product.close();
    }
  } finally {
    await servers.close();
    await folder.remove();
  }
}
