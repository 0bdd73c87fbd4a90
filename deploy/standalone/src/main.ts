import { enableCompileCache } from 'node:module';
import { join } from 'node:path';

// Caches the compiled code of two thousand modules; applies to imports after this line.
const projectRoot = join(import.meta.dirname, '..', '..', '..');
enableCompileCache(join(projectRoot, 'node_modules', '.cache', 'compiled'));

try {
  const { announceProduct, startProduct } = await import('./product.js');
  await announceProduct(await startProduct(projectRoot));
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
}
