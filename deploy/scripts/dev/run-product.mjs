/** `product.mjs` leads this process by messages: load packages, load sources, start, announce. */
import { on } from 'node:events';
import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { root } from '../prepare.mjs';
import { runSources } from './sources.mjs';

const messages = on(process, 'message');
const receive = async () => (await messages.next()).value[0];
process.on('disconnect', () => process.exit(1));

enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'));
process.setSourceMapsEnabled(true);
const loaded = runSources();

try {
  const { packages } = await receive();
  for (const url of packages) await import(url);

  const { sources } = await receive();
  const { announceProduct, startProduct } = await import('../../standalone/src/product.ts');
  for (const url of sources) if (existsSync(fileURLToPath(url))) await import(url);
  process.send({ step: 'loaded' });

  await receive();
  const product = await startProduct(root, { webRoot: null });
  process.send({ step: 'started', sources: [...loaded.sources], packages: [...loaded.packages] });

  await receive();
  await announceProduct(product);
} catch (error) {
  console.error(error.stack ?? error);
  process.exit(1);
}
